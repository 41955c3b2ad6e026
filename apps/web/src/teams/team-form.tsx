import type { Problem } from '@convene/protocol'
import { useClient } from '../connection/client.ts'
import { useLoaded } from '../connection/use-loaded.ts'
import { problemOf } from '../library/problem-of.ts'
import { ChoiceField } from '../parts/choice-field.tsx'
import { Field, TextField } from '../parts/field.tsx'
import { Fold } from '../parts/fold.tsx'
import { Section } from '../parts/screen.tsx'
import { RulesEditor } from '../permission/rules-editor.tsx'
import { wordsOf } from '../text/words.ts'
import { useWorkspace } from '../workspace/place.ts'
import { MembersEditor } from './members-editor.tsx'
import { RoleField } from './role-field.tsx'
import { limitNames, type TeamDraft } from './team-draft.ts'

type Props = {
  readonly draft: TeamDraft
  readonly problems: readonly Problem[]
  readonly onChange: (change: Partial<TeamDraft>) => void
}

/** A team as a form: what is wrong stands under the field that is wrong. */
export function TeamForm(props: Props & { readonly isNew: boolean }) {
  const client = useClient()
  const place = useWorkspace()
  const listed = useLoaded(() => client.agents(place), place.workspace)
  const agents = (listed?.items ?? []).map(({ agent: { slug, name, description } }) => ({
    slug,
    name,
    note: description,
  }))
  return (
    <form onSubmit={(event) => event.preventDefault()} className="flex min-w-0 flex-col gap-8">
      <About {...props} />
      <Section title="Seats" hint="Who is in it. The lead owns the goal, the judge checks and holds no seat.">
        <div className="grid grid-cols-2 gap-4 max-tablet:grid-cols-1">
          <RoleField
            label="Lead"
            member={props.draft.lead}
            agents={agents}
            error={problemOf(props.problems, 'lead')}
            onChange={(lead) => props.onChange({ lead })}
          />
          <RoleField
            label="Judge"
            member={props.draft.judge}
            agents={agents}
            error={problemOf(props.problems, 'judge')}
            onChange={(judge) => props.onChange({ judge })}
          />
        </div>
        <MembersEditor
          members={props.draft.members}
          agents={agents}
          problems={props.problems}
          onChange={(members) => props.onChange({ members })}
        />
      </Section>
      <Context {...props} />
      <Bounds {...props} />
    </form>
  )
}

function About({ draft, problems, isNew, onChange }: Props & { readonly isNew: boolean }) {
  const client = useClient()
  const modes = useLoaded(() => client.modes({}))
  const options = (modes?.items ?? []).map(({ name, summary }) => ({
    value: name,
    label: wordsOf(name),
    note: summary,
  }))
  const wrong = (key: string) => {
    const error = draft.name === '' && isNew ? undefined : problemOf(problems, key)
    return error ? { error } : {}
  }
  return (
    <Section title="About">
      <div className="grid grid-cols-2 gap-4 max-tablet:grid-cols-1">
        <Field
          label="Name"
          required
          maxLength={80}
          value={draft.name}
          {...wrong('name')}
          onChange={(event) => onChange({ name: event.target.value })}
        />
        <Field
          label="Slug"
          hint="Its name in files and commands."
          value={draft.slug}
          spellCheck={false}
          {...wrong('slug')}
          onChange={(event) => onChange({ slug: event.target.value })}
        />
        <Field
          label="Description"
          maxLength={500}
          className="col-span-full"
          value={draft.description}
          {...wrong('description')}
          onChange={(event) => onChange({ description: event.target.value })}
        />
        <ChoiceField label="Mode" value={draft.mode} options={options} onChange={(mode) => onChange({ mode })} />
        {draft.mode === 'delegate' && (
          <Field
            label="Entry agent"
            hint="Whom the goal goes to first: a slug of a member."
            value={draft.entryAgent}
            {...wrong('entryAgent')}
            onChange={(event) => onChange({ entryAgent: event.target.value })}
          />
        )}
      </div>
    </Section>
  )
}

function Context({ draft, problems, onChange }: Props) {
  const shared = problemOf(problems, 'sharedContext')
  return (
    <Section title="Context" hint="What everybody in the team is told, and what the lead is told about whom to ask.">
      <TextField
        label="Shared context"
        rows={4}
        value={draft.sharedContext}
        {...(shared && { error: shared })}
        onChange={(event) => onChange({ sharedContext: event.target.value })}
      />
      <TextField
        label="Routing context"
        rows={3}
        value={draft.routingContext}
        onChange={(event) => onChange({ routingContext: event.target.value })}
      />
    </Section>
  )
}

const limitWords: Readonly<Record<(typeof limitNames)[number], string>> = {
  maxTurns: 'Turns',
  maxIterations: 'Iterations',
  maxTotalTokens: 'Tokens',
  maxCostUsd: 'Cost in $',
  maxDuration: 'Minutes',
}

function Bounds({ draft, problems, onChange }: Props) {
  const settings = problemOf(problems, 'settings')
  return (
    <Section title="Bounds" hint="What a run of this team may spend and do. Empty: what your settings say.">
      <div className="grid grid-cols-5 gap-3 max-tablet:grid-cols-2">
        {limitNames.map((name) => {
          const error = problemOf(problems, `limits.${name}`)
          return (
            <Field
              key={name}
              label={limitWords[name]}
              type="number"
              step="any"
              value={draft.limits[name] ?? ''}
              {...(error && { error })}
              onChange={(event) => onChange({ limits: { ...draft.limits, [name]: event.target.value } })}
            />
          )
        })}
      </div>
      <Fold label="Permissions" note={`${Object.keys(draft.permissions).length || 'no'} rules`}>
        <RulesEditor rules={draft.permissions} onChange={(permissions) => onChange({ permissions })} />
      </Fold>
      <Fold label="Settings of the mode" note={draft.settings ? 'set' : 'none'}>
        <TextField
          label="JSON"
          rows={4}
          spellCheck={false}
          placeholder='{ "depth": "quick" }'
          value={draft.settings}
          {...(settings && { error: settings })}
          onChange={(event) => onChange({ settings: event.target.value })}
        />
      </Fold>
    </Section>
  )
}
