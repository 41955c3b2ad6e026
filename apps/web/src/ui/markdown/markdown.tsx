import { memo, useEffect, useMemo, useReducer, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { afterFrame } from '../after-frame.ts'
import { More } from '../more.tsx'
import { classes } from '../theme/classes.ts'
import { usePrinting } from '../use-printing.ts'
import { BlockView } from './block-view.tsx'
import { type Blocks, headingRanks, noBlocks, portionOf, splitBlocks } from './blocks.ts'
import { isSectionFull, type SectionBlocks, sameBlock, sameSection, sectionsOfBlocks } from './sections.ts'

/** More than this at once would freeze the page. The rest loads on request. */
const SHOWN = 20_000

/** Characters parsed and rendered per frame. Three times as many, full of marks, block the page for more than 50 ms. */
const PORTION = 3_000

/** A longer text starts with less, because its first frame also draws everything around it. */
const FIRST = 1_000

type Props = {
  readonly text: string
  readonly live?: boolean
  /** Applied to the visible part before parsing, because a long text as a whole would take too long. */
  readonly reword?: ((text: string) => string) | undefined
  /** Fetches the rest if the text itself was shortened. */
  readonly onRest?: (() => void) | undefined
}

/**
 * Renders untrusted Markdown as React elements only: raw HTML is shown as text, images are not loaded, links open on
 * click only. While the text grows, only its last blocks render again.
 */
export const Markdown = memo(function Markdown({ text, live = false, reword, onRest }: Props) {
  const [wanted, setWanted] = useState(SHOWN)
  const isPrinting = usePrinting()
  const limit = Math.max(isPrinting ? text.length : wanted, useSeen(text, live))
  const end = text.length > limit ? lineEnd(text, limit) : text.length
  const shown = useMemo(() => (reword ? reword(text.slice(0, end)) : text.slice(0, end)), [text, end, reword])
  const { list, isWhole } = useBlocks(shown, isPrinting)
  const sections = sectionsOfBlocks(list, headingRanks(list), live)
  return (
    <div className="space-y-3 wrap-anywhere">
      {[...sections.entries()].map(([index, section]) => (
        // Identified by index, because their text grows.
        <SectionView key={index} section={section} number={index} />
      ))}
      {/* Not while the text above still grows: the button would move away from under the pointer, and lose the click. */}
      {isWhole && end < text.length && <More left={text.length - end} onMore={() => setWanted(limit + 4 * SHOWN)} />}
      {isWhole && end === text.length && onRest && <More onMore={onRest} />}
    </div>
  )
})

/** The end of the line at `limit`, so that no mark is cut in two, or `limit` itself if the line is endless. */
function lineEnd(text: string, limit: number): number {
  const end = text.lastIndexOf('\n', limit - 1) + 1
  return end > limit / 2 ? end : limit
}

/** How much was shown while live, so that completing the text does not hide anything again. */
function useSeen(text: string, live: boolean): number {
  const seen = useRef(0)
  if (live) seen.current = Math.min(text.length, 5 * SHOWN)
  return seen.current
}

/** The blocks of a text. A long one grows by a portion per frame, unless it is needed at once. */
function useBlocks(text: string, isNeeded: boolean): Blocks & { readonly isWhole: boolean } {
  const before = useRef(noBlocks)
  const [, goOn] = useReducer((count: number) => count + 1, 0)
  const most = before.current === noBlocks && text.length > PORTION ? FIRST : PORTION
  const portion = isNeeded ? text : portionOf(text, before.current, most)
  const blocks = splitBlocks(portion, before.current)
  before.current = blocks
  useEffect(() => {
    if (portion.length === text.length) return
    // Synchronous: an update still pending when a frame begins would render in that frame, when the list measures rows.
    return afterFrame(() => flushSync(goOn))
  })
  return { ...blocks, isWhole: portion.length === text.length }
}

/**
 * Part of a text. Whenever a text grows, the browser visits all siblings of the new box again: a few sections instead
 * of thousands of paragraphs. Flex boxes would be measured twice on each level. A full section is `relative`, which
 * makes it a separate layer, so paint and overflow are computed only for the section that changed.
 */
const SectionView = memo(
  function SectionView({ section, number }: { readonly section: SectionBlocks; readonly number: number }) {
    return (
      <div className={classes('space-y-3 empty:hidden', isSectionFull(section, number) && 'relative')}>
        {[...section.entries()].map(([index, { block, live, rank }]) => (
          <BlockOf key={index} block={block} live={live} rank={rank} />
        ))}
      </div>
    )
  },
  (one, other) => sameSection(one.section, other.section),
)

const BlockOf = memo(function BlockOf({ block, live, rank }: SectionBlocks[number]) {
  return <BlockView token={block.token} live={live} depth={0} rank={rank} />
}, sameBlock)
