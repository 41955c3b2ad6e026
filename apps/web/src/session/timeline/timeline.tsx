import { isShown } from '@convene/reading'
import { useMemo, useState } from 'react'
import { VList } from 'virtua'
import { useLayout, type Verbosity } from '../../ui/layout.ts'
import { ListRow } from '../../ui/list-row.tsx'
import { EntryView } from '../conversation/entry-view.tsx'
import { useSessionStore, useView } from '../view/use-session.ts'
import type { View } from '../view/view.ts'
import { useLongList } from './long-list.ts'
import { entryHeight, typicalHeight } from './row-height.ts'
import { ToEndButton } from './to-end-button.tsx'

const LINE_LENGTH = 100

/** All entries in one stream, filtered by verbosity. */
export function Timeline() {
  const keys = useTimelineKeys()
  const { list, frame, isAtEnd, toEnd } = useLongList(keys[0], keys.length, (key) => keys.indexOf(key))
  const { view } = useSessionStore().getState()
  const [height] = useState(() => typicalHeight(keys, (key) => entryHeight(view.entries.get(key), LINE_LENGTH)))
  return (
    <div ref={frame} className="relative min-h-0 flex-1">
      <VList
        {...list}
        data={keys as string[]}
        item={ListRow}
        itemSize={height}
        className="steady h-full"
        aria-label="Timeline"
        role="log"
        aria-live="off"
      >
        {(key) => (
          <div key={key} className="mx-auto flex max-w-page flex-col px-4 py-2 max-tablet:px-2">
            <EntryView entryKey={key} compact={false} />
          </div>
        )}
      </VList>
      {!isAtEnd && <ToEndButton frame={frame} onClick={toEnd} />}
    </div>
  )
}

function useTimelineKeys(): readonly string[] {
  const verbosity = useLayout((layout) => layout.verbosity)
  const order = useView((view) => view.order)
  const store = useSessionStore()
  return useMemo(() => shownKeys(store.getState().view, order, verbosity), [store, order, verbosity])
}

/** The entries shown at this verbosity, in order. */
export function shownKeys({ entries }: View, order: readonly string[], verbosity: Verbosity): readonly string[] {
  if (verbosity === 'full') return order
  return order.filter((key) => isShown(entries.get(key)?.level ?? 'full', verbosity))
}
