import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { Virtualizer, type VirtualizerHandle } from 'virtua'
import { ListRow } from '../../ui/list-row.tsx'
import { CodeLines } from './code-lines.tsx'
import { CommentCard, CommentForm } from './comments.tsx'
import { FileHead, HunkHead } from './heads.tsx'
import { useReviewing } from './review.ts'
import type { Row } from './rows.ts'

type Props = {
  readonly rows: readonly Row[]
  /** The scrolled element. The list is only a part of it. */
  readonly scroller: RefObject<HTMLElement | null>
  readonly list: RefObject<VirtualizerHandle | null>
}

/** The whole change. Only the rows on the screen are drawn. */
export function DiffList({ rows, scroller, list }: Props) {
  const frame = useRef<HTMLDivElement>(null)
  const above = useHeightAbove(frame, scroller)
  return (
    <div ref={frame} className="steady min-w-0">
      <Virtualizer
        ref={list}
        data={rows as Row[]}
        item={ListRow}
        scrollRef={scroller}
        startMargin={above}
        bufferSize={400}
      >
        {(row) => <DiffRow key={row.key} row={row} />}
      </Virtualizer>
    </div>
  )
}

function DiffRow({ row }: { readonly row: Row }) {
  const { current, write } = useReviewing()
  const { piece } = row
  switch (row.kind) {
    case 'file':
      return <FileHead piece={row.piece} isCurrent={row.piece.at === current} />
    case 'hunk':
      return <HunkHead piece={row.piece} isCurrent={row.piece.at === current} />
    case 'code':
      return <CodeLines piece={row.piece} slice={row.slice} onComment={write} />
    case 'comment':
      return <CommentCard comment={row.comment} isIn={piece !== null} />
    case 'draft':
      return <CommentForm anchor={row.anchor} />
    case 'end':
      return <div className="mb-4 h-2 rounded-b-lg border border-t-0 border-line bg-surface" />
    case 'beside':
      return <h3 className="pt-2 pb-2 font-medium">{row.title}</h3>
  }
}

/** The distance from the top of the scrolled content to the list. Steps above it grow while a build runs. */
function useHeightAbove(frame: RefObject<HTMLElement | null>, scroller: RefObject<HTMLElement | null>): number {
  const [above, setAbove] = useState(0)
  useLayoutEffect(() => {
    const measure = () => {
      const [list, box] = [frame.current, scroller.current]
      if (!list || !box) return
      setAbove(Math.round(list.getBoundingClientRect().top - box.getBoundingClientRect().top + box.scrollTop))
    }
    measure()
    const observer = new ResizeObserver(measure)
    for (const element of [scroller.current, ...(scroller.current?.children ?? [])])
      if (element) observer.observe(element)
    return () => observer.disconnect()
  }, [frame, scroller])
  return above
}
