import { memo, useEffect, useReducer, useRef, useState } from 'react'
import { CUT } from '../connection/portions.ts'
import { BlockView } from './block-view.tsx'
import { type Block, type Blocks, headingRanks, noBlocks, portionOf, splitBlocks } from './blocks.ts'

/** More than this at once would freeze the page; the rest comes on request. */
const SHOWN = 20_000

/** So much is read and drawn in one frame. */
const PORTION = 10_000

type Props = {
  readonly text: string
  readonly live?: boolean
  /** Fetches the rest, where the text itself was shortened on its way here. */
  readonly onRest?: (() => void) | undefined
}

/**
 * Text of models, tools and people, as React elements and nothing else: raw HTML is shown as text, images are not loaded,
 * links open on click only. While it grows, only its last blocks are rendered again.
 */
export const Markdown = memo(function Markdown({ text, live = false, onRest }: Props) {
  const [wanted, setWanted] = useState(SHOWN)
  const limit = Math.max(wanted, useSeen(text, live))
  const isCut = text.length > limit
  const { list } = useBlocks(isCut ? text.slice(0, limit) : text)
  const ranks = headingRanks(list)
  return (
    <div className="flex flex-col gap-3 wrap-anywhere">
      {list.map((block, index) => (
        <MemoBlock
          // biome-ignore lint/suspicious/noArrayIndexKey: a block is known by its place; its text grows
          key={index}
          block={block}
          rank={ranks[index]}
          live={live && index >= list.length - 2}
        />
      ))}
      {isCut && <More left={text.length - limit} onMore={() => setWanted(limit + 4 * SHOWN)} />}
      {!isCut && onRest && <More onMore={onRest} />}
    </div>
  )
})

/** How much was shown while it was written: that comes little by little, and is not taken away when the text is complete. */
function useSeen(text: string, live: boolean): number {
  const seen = useRef(0)
  if (live) seen.current = Math.min(text.length, CUT)
  return seen.current
}

/** The blocks of a text, of a long one a portion more in each frame. */
function useBlocks(text: string): Blocks {
  const before = useRef(noBlocks)
  const [, goOn] = useReducer((count: number) => count + 1, 0)
  const portion = portionOf(text, before.current, PORTION)
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

/** `left`: how many characters, where that is known. */
export function More({ left, onMore }: { readonly left?: number; readonly onMore: () => void }) {
  return (
    <button
      type="button"
      onClick={onMore}
      className="self-start rounded-md bg-sunken px-3 py-1 text-sm text-muted hover:text-ink"
    >
      Show more{left !== undefined && ` · ${Math.ceil(left / 1_000).toLocaleString('en-US')} k characters left`}
    </button>
  )
}
