import { ArrowRight, Menu } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useLocation } from 'wouter'
import { arrange } from '../app/layout.ts'
import { AttachButton } from '../composer/attach-button.tsx'
import { AttachmentChips } from '../composer/attachment-chips.tsx'
import { filesOf, useAttachments } from '../composer/attachments.ts'
import { told, useClient } from '../connection/client.ts'
import { useLoaded } from '../connection/use-loaded.ts'
import { Button, IconButton } from '../parts/button.tsx'
import { Choice } from '../parts/choice.tsx'
import { wordsOf } from '../text/words.ts'
import { Examples } from './examples.tsx'
import { ModelNotice } from './model-notice.tsx'

/** What should the team do? */
export function StartPage() {
  const [goal, setGoal] = useState('')
  const [mode, setMode] = useState('')
  const [team, setTeam] = useState('')
  const attachments = useAttachments()
  const { start, isStarting } = useStart()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const files = attachments.files.map(({ hash, name }) => ({ hash, name }))
    start({ goal, ...(mode && { mode }), ...(team && { team }), ...(files.length > 0 && { attachments: files }) })
  }
  return (
    <main className="h-full overflow-y-auto">
      <IconButton
        label="Sessions"
        icon={Menu}
        className="absolute top-2 left-2 laptop:hidden"
        onClick={() => arrange({ isRailOpen: true })}
      />
      <div className="mx-auto flex min-h-full w-full max-w-176 flex-col justify-center gap-6 px-6 py-16 max-tablet:px-4">
        <header>
          <h1 className="text-xl font-semibold tracking-tight">What should the team do?</h1>
          <p className="text-md text-muted">
            State a goal. Watch them debate, plan, build and review; approve what touches your machine.
          </p>
        </header>
        <form
          onSubmit={submit}
          onDragOver={(event) => event.preventDefault()}
          onDrop={(event) => {
            event.preventDefault()
            attachments.add(filesOf(event.dataTransfer))
          }}
          className="rounded-lg border border-line bg-surface shadow-raised focus-within:border-line-strong"
        >
          <GoalField goal={goal} onGoal={setGoal} onFiles={attachments.add} onSubmit={submit} />
          <AttachmentChips files={attachments.files} isSending={attachments.isSending} onRemove={attachments.remove} />
          <div className="flex flex-wrap items-center gap-2 p-2">
            <AttachButton onFiles={attachments.add} />
            <ModeChoice mode={mode} onMode={setMode} />
            <TeamChoice team={team} onTeam={setTeam} />
            <Button tone="primary" type="submit" disabled={!goal.trim() || isStarting} className="ml-auto">
              {isStarting ? 'Starting' : 'Start'}
              <ArrowRight aria-hidden size={16} />
            </Button>
          </div>
        </form>
        <ModelNotice />
        <Examples onPick={(example) => start(example)} />
      </div>
    </main>
  )
}

type Wish = Parameters<ReturnType<typeof useClient>['createSession']>[0]

/** Starts a session and goes there. */
export function useStart() {
  const client = useClient()
  const [, navigate] = useLocation()
  const [isStarting, setStarting] = useState(false)
  const begin = async (wish: Wish) => {
    setStarting(true)
    const made = told(await client.createSession(wish), 'What you wrote is still here.')
    setStarting(false)
    if (made) navigate(`/session/${made.id}`)
  }
  return { start: (wish: Wish) => void begin(wish), isStarting }
}

function GoalField(props: {
  readonly goal: string
  readonly onGoal: (goal: string) => void
  readonly onFiles: (files: readonly File[]) => void
  readonly onSubmit: (event: FormEvent) => void
}) {
  return (
    <textarea
      aria-label="Goal"
      value={props.goal}
      rows={4}
      // biome-ignore lint/a11y/noAutofocus: the page asks one thing, and this is where it is answered
      autoFocus
      placeholder="Should we move our session store from Redis to Postgres?"
      onChange={(event) => props.onGoal(event.target.value)}
      onPaste={(event) => props.onFiles(filesOf(event.clipboardData))}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.metaKey || event.ctrlKey) && props.goal.trim()) props.onSubmit(event)
      }}
      className="w-full resize-none bg-transparent px-4 pt-4 text-md outline-none"
    />
  )
}

function ModeChoice({ mode, onMode }: { readonly mode: string; readonly onMode: (mode: string) => void }) {
  const client = useClient()
  const modes = useLoaded(() => client.modes({}))
  const options = [
    { value: 'auto', label: 'Mode of the team', note: 'or one agent where there is no team' },
    ...(modes?.items ?? []).map(({ name, summary }) => ({ value: name, label: wordsOf(name), note: summary })),
  ]
  return (
    <Choice
      label="Mode"
      value={mode || 'auto'}
      options={options}
      onChange={(value) => onMode(value === 'auto' ? '' : value)}
    />
  )
}

const groups: { readonly [source: string]: string } = {
  workspace: 'From this repo',
  user: 'Mine',
  'built-in': 'Built-in',
}

function TeamChoice({ team, onTeam }: { readonly team: string; readonly onTeam: (team: string) => void }) {
  const client = useClient()
  const teams = useLoaded(() => client.teams({}))
  const options = [
    { value: 'auto', label: 'No team', note: 'the default agent' },
    ...(teams?.items ?? []).map(({ team: each, source }) => ({
      value: each.slug,
      label: each.name,
      note: `${wordsOf(each.mode)}, ${each.members.length} members`,
      group: groups[source] ?? 'From this repo',
    })),
  ]
  return (
    <Choice
      label="Team"
      value={team || 'auto'}
      options={options}
      onChange={(value) => onTeam(value === 'auto' ? '' : value)}
    />
  )
}
