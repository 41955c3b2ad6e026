import { memo, useRef, useState } from 'react'
import { BlockView } from './block-view.tsx'
import { type Block, type Blocks, headingRanks, noBlocks, splitBlocks } from './blocks.ts'

/** More than this at once would freeze the page; the rest comes on request. */
const SHOWN = 20_000

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
export const Markdown = memo(function Markdown(props: Props) {
  const [limit, setLimit] = useState(SHOWN)
  const before = useRef<Blocks>(noBlocks)
  const isCut = props.text.length > limit
  const shown = isCut ? props.text.slice(0, limit) : props.text
  const blocks = splitBlocks(shown, before.current)
  before.current = blocks
  const ranks = headingRanks(blocks.list)
  return (
    <div className="flex flex-col gap-3 wrap-anywhere">
      {blocks.list.map((block, index) => (
        <MemoBlock
          // biome-ignore lint/suspicious/noArrayIndexKey: a block is known by its place; its text grows
          key={index}
          block={block}
          rank={ranks[index]}
          live={Boolean(props.live) && index >= blocks.list.length - 2}
        />
      ))}
      {isCut && <More left={props.text.length - limit} onMore={() => setLimit(limit + 4 * SHOWN)} />}
      {!isCut && props.onRest && <More onMore={props.onRest} />}
    </div>
  )
})

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
