import { Search } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { useLocation } from 'wouter'
import { useSessionList } from '../connection/session-list.ts'
import { Dialog } from '../parts/dialog.tsx'
import { Keys } from '../parts/keys.tsx'
import { toast } from '../parts/toast.tsx'
import { allowNotifications } from '../shell/notify.ts'
import { waysToQuit } from '../shell/quit.ts'
import { oneLine } from '../text/neutral.ts'
import { classes } from '../theme/classes.ts'
import { applyTheme } from '../theme/theme.ts'
import { arrange, showView, togglePanel } from './layout.ts'

type Action = {
  readonly id?: string
  readonly label: string
  readonly group: string
  readonly keys?: string
  readonly run: () => void
}

const close = () => arrange({ isPaletteOpen: false })

/** Everything that can be done or opened, by its name. */
export function Palette() {
  const [query, setQuery] = useState('')
  const [chosen, setChosen] = useState(0)
  const actions = useActions(query)
  const at = Math.min(chosen, actions.length - 1)
  const run = (action: Action | undefined) => {
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
          aria-label="What to do"
          placeholder="What do you want to do?"
          className="h-full flex-1 bg-transparent text-md outline-none"
        />
      </label>
      <div id="palette-list" role="listbox" aria-label="Commands" className="p-2">
        {actions.map((action, index) => (
          <Row
            key={action.id ?? action.label}
            action={action}
            index={index}
            isChosen={index === at}
            isFirst={actions[index - 1]?.group !== action.group}
            onRun={() => run(action)}
          />
        ))}
        {actions.length === 0 && <p className="px-2 py-6 text-center text-muted">Nothing has this name.</p>}
      </div>
    </Dialog>
  )
}

type RowProps = {
  readonly action: Action
  readonly index: number
  readonly isChosen: boolean
  readonly isFirst: boolean
  readonly onRun: () => void
}

function Row({ action, index, isChosen, isFirst, onRun }: RowProps) {
  return (
    <>
      {isFirst && (
        <div role="presentation" className="px-2 pt-2 pb-1 text-xs text-muted">
          {action.group}
        </div>
      )}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the keys */}
      <div
        id={`palette-${index}`}
        role="option"
        tabIndex={-1}
        aria-selected={isChosen}
        onClick={onRun}
        className={classes(
          'flex h-8 cursor-pointer items-center gap-3 rounded-md px-2',
          isChosen ? 'bg-hover' : 'hover:bg-hover',
        )}
      >
        <span className="min-w-0 flex-1 truncate">{action.label}</span>
        {action.keys && <Keys keys={action.keys} />}
      </div>
    </>
  )
}

function useActions(query: string): readonly Action[] {
  const [location, navigate] = useLocation()
  const { rows } = useSessionList('', 'all')
  const sessions = rows.map(
    (row): Action => ({
      id: row.id,
      label: oneLine(row.title || row.goal),
      group: 'Sessions',
      run: () => navigate(`/session/${row.id}`),
    }),
  )
  const id = /^\/session\/([^/]+)/u.exec(location)?.[1]
  const here: readonly Action[] = id
    ? [
        { label: 'Show the result', group: 'This session', run: () => navigate(`/session/${id}/result`) },
        { label: 'Compare with another session', group: 'This session', run: () => navigate(`/compare/${id}`) },
        { label: 'Show lanes', group: 'This session', keys: '1', run: () => showView('lanes') },
        { label: 'Show the timeline', group: 'This session', keys: '2', run: () => showView('timeline') },
        { label: 'Show the graph', group: 'This session', keys: '3', run: () => showView('graph') },
        { label: 'Show or hide details', group: 'This session', keys: ']', run: togglePanel },
      ]
    : []
  const all = [...here, ...pages(navigate), ...waysToQuit(), ...sessions]
  const words = query.toLowerCase().split(/\s+/u).filter(Boolean)
  return all.filter(({ label }) => words.every((word) => label.toLowerCase().includes(word))).slice(0, 50)
}

function pages(navigate: (to: string) => void): readonly Action[] {
  return [
    { label: 'New session', group: 'Go to', run: () => navigate('/') },
    { label: 'Teams', group: 'Go to', run: () => navigate('/teams') },
    { label: 'New team', group: 'Go to', run: () => navigate('/teams/new') },
    { label: 'Agents', group: 'Go to', run: () => navigate('/agents') },
    { label: 'New agent', group: 'Go to', run: () => navigate('/agents/new') },
    { label: 'Settings', group: 'Go to', run: () => navigate('/settings') },
    { label: 'Models and keys', group: 'Go to', run: () => navigate('/settings/models') },
    { label: 'Permissions', group: 'Go to', run: () => navigate('/settings/permissions') },
    { label: 'Keys', group: 'Page', keys: '?', run: () => arrange({ isKeysOpen: true }) },
    { label: 'Theme: light', group: 'Page', run: () => applyTheme('light') },
    { label: 'Theme: dark', group: 'Page', run: () => applyTheme('dark') },
    { label: 'Theme: as the system', group: 'Page', run: () => applyTheme('system') },
    {
      label: 'Notify me when I am needed',
      group: 'Page',
      run: () =>
        void allowNotifications().then((may) =>
          may
            ? toast('good', 'You will be notified')
            : toast('bad', 'The browser does not allow it', 'Its settings for this page decide.'),
        ),
    },
  ]
}
