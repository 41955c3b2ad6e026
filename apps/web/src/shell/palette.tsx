import { Search } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { Dialog } from '../ui/dialog.tsx'
import { KeyCaps } from '../ui/keys.tsx'
import { arrange } from '../ui/layout.ts'
import { classes } from '../ui/theme/classes.ts'
import type { ShellAction } from './action.ts'
import { useActions } from './palette-actions.ts'

const close = () => arrange({ isPaletteOpen: false })

/** Searches all actions and pages by name. */
export function Palette() {
  const [query, setQuery] = useState('')
  const [chosen, setChosen] = useState(0)
  const actions = useActions(query)
  const at = Math.min(chosen, actions.length - 1)
  const run = (action: ShellAction | undefined) => {
    close()
    action?.run()
  }
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step) {
      event.preventDefault()
      setChosen((at + step + actions.length) % Math.max(1, actions.length))
    }
    if (event.key === 'Enter') run(actions[at])
  }
  return (
    <Dialog open onClose={close} title="Commands" shape="palette" bare>
      <label className="flex h-12 items-center gap-3 border-b border-line px-4">
        <Search aria-hidden size={16} className="text-muted" />
        <input
          autoFocus
          value={query}
          onChange={(event) => {
            setQuery(event.target.value)
            setChosen(0)
          }}
          onKeyDown={press}
          role="combobox"
          aria-expanded
          aria-controls="palette-list"
          aria-activedescendant={actions[at] ? `palette-${at}` : undefined}
          aria-label="Search commands"
          placeholder="What do you want to do?"
          className="h-full flex-1 bg-transparent text-md outline-none"
        />
      </label>
      <Matches actions={actions} at={at} onRun={run} />
    </Dialog>
  )
}

type MatchesProps = {
  readonly actions: readonly ShellAction[]
  /** The index of the selected action. */
  readonly at: number
  readonly onRun: (action: ShellAction) => void
}

function Matches({ actions, at, onRun }: MatchesProps) {
  return (
    <div id="palette-list" role="listbox" aria-label="Commands" className="p-2">
      {actions.map((action, index) => (
        <Row
          key={action.id ?? action.label}
          action={action}
          index={index}
          isChosen={index === at}
          isFirst={actions[index - 1]?.group !== action.group}
          onRun={() => onRun(action)}
        />
      ))}
      {actions.length === 0 && <p className="px-2 py-6 text-center text-muted">No matches</p>}
    </div>
  )
}

type RowProps = {
  readonly action: ShellAction
  readonly index: number
  readonly isChosen: boolean
  readonly isFirst: boolean
  readonly onRun: () => void
}

function Row({ action, index, isChosen, isFirst, onRun }: RowProps) {
  const { icon: Icon } = action
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isChosen) place.current?.scrollIntoView({ block: 'nearest' })
  }, [isChosen])
  return (
    <>
      {isFirst && (
        <div role="presentation" className="px-2 pt-2 pb-1 text-xs text-muted">
          {action.group}
        </div>
      )}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the field above handles the keys */}
      <div
        ref={place}
        id={`palette-${index}`}
        role="option"
        tabIndex={-1}
        aria-selected={isChosen}
        onClick={onRun}
        className={classes(
          'flex h-8 cursor-pointer scroll-my-8 items-center gap-3 rounded-md px-2',
          isChosen ? 'bg-hover' : 'hover:bg-hover',
        )}
      >
        <Icon aria-hidden size={16} strokeWidth={1.75} className="shrink-0 text-muted" />
        <span className="min-w-0 flex-1 truncate">{action.label}</span>
        {action.keys && <KeyCaps keys={action.keys} />}
      </div>
    </>
  )
}
