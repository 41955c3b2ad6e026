import { memo, useEffect, useReducer, useRef, useState } from 'react'
import { More } from '../more.tsx'
import { usePrinting } from '../use-printing.ts'
import { BlockView } from './block-view.tsx'
import { type Block, type Blocks, headingRanks, noBlocks, portionOf, splitBlocks } from './blocks.ts'

/** More than this at once would freeze the page. The rest loads on request. */
const SHOWN = 20_000

/** Characters parsed and rendered per frame. */
const PORTION = 10_000

type Props = {
  readonly text: string
  readonly live?: boolean
  /** Fetches the rest if the text itself was shortened. */
  readonly onRest?: (() => void) | undefined
}

/**
 * Renders untrusted Markdown as React elements only: raw HTML is shown as text, images are not loaded, links open on click
 * only. While the text grows, only its last blocks render again.
 */
export const Markdown = memo(function Markdown({ text, live = false, onRest }: Props) {
  const [wanted, setWanted] = useState(SHOWN)
  const isPrinting = usePrinting()
  const limit = Math.max(isPrinting ? text.length : wanted, useSeen(text, live))
  const isCut = text.length > limit
  const { list } = useBlocks(isCut ? text.slice(0, limit) : text, isPrinting)
  const ranks = headingRanks(list)
  return (
    <div className="flex flex-col gap-3 wrap-anywhere">
      {[...list.entries()].map(([index, block]) => (
        // Identified by index, because their text grows.
        <MemoBlock key={index} block={block} rank={ranks[index]} live={live && index >= list.length - 2} />
      ))}
      {isCut && <More left={text.length - limit} onMore={() => setWanted(limit + 4 * SHOWN)} />}
      {!isCut && onRest && <More onMore={onRest} />}
    </div>
  )
})

/** How much was shown while live, so that completing the text does not hide anything again. */
function useSeen(text: string, live: boolean): number {
  const seen = useRef(0)
  if (live) seen.current = Math.min(text.length, 5 * SHOWN)
  return seen.current
}

/** The blocks of a text. A long one grows by a portion per frame, unless it is needed at once. */
function useBlocks(text: string, isNeeded: boolean): Blocks {
  const before = useRef(noBlocks)
  const [, goOn] = useReducer((count: number) => count + 1, 0)
  const portion = isNeeded ? text : portionOf(text, before.current, PORTION)
  const blocks = splitBlocks(portion, before.current)
  before.current = blocks
  useEffect(() => {
    if (portion.length === text.length) return
    const frame = requestAnimationFrame(goOn)
    return () => cancelAnimationFrame(frame)
  })
  return blocks
}

type MemoProps = { readonly block: Block; readonly live: boolean; readonly rank: number | undefined }

const MemoBlock = memo(
  function MemoBlock({ block, live, rank }: MemoProps) {
    return <BlockView token={block.token} live={live} depth={0} rank={rank} />
  },
  (one, other) => one.block.raw === other.block.raw && one.live === other.live && one.rank === other.rank,
)
