import { traitsOf } from '@convene/domain'
import { useCall } from '../../connection/use-call.ts'
import { LimitFields } from '../../settings/form/limit-fields.tsx'
import { ReasoningField } from '../../settings/form/reasoning-field.tsx'
import { type BoundForm, bind, bindChoice } from '../../ui/bind.ts'
import { ChoiceField } from '../../ui/choice.tsx'
import { Field, TextField } from '../../ui/field.tsx'
import { Fold } from '../../ui/fold.tsx'
import { Section } from '../../ui/screen.tsx'
import { oneLine } from '../../ui/text/neutral.ts'
import { wordsOfCode } from '../../ui/text/words.ts'
import { useWorkspaceCall } from '../../workspace/use-workspace-call.ts'
import { RulesFold } from '../rules-fold.tsx'
import { MembersEditor } from './members-editor.tsx'
import { type AgentOption, type MemberDraft, newMember, type TeamDraft } from './team-draft.ts'

/** The team form. Each problem is shown under its field. */
export function TeamForm(form: BoundForm<TeamDraft>) {
  return (
    <>
      <About {...form} />
      <Seats {...form} />
      <Context {...form} />
      <Bounds {...form} />
    </>
  )
}

function About(form: BoundForm<TeamDraft>) {
  const modes = useCall((client) => client.modes({})).value
  const field = bind(form)
  const options = (modes?.items ?? []).map(({ name, summary }) => ({
    value: name,
    label: wordsOfCode(name),
    note: summary,
  }))
  return (
    <Section title="About">
      <div className="grid grid-cols-2 gap-4 max-tablet:grid-cols-1">
        <Field label="Name" required maxLength={80} {...field('name')} />
        <Field label="Slug" hint="Name used in files and commands." spellCheck={false} {...field('slug')} />
        <Field label="Description" maxLength={500} className="col-span-full" {...field('description')} />
        <ChoiceField label="Mode" options={options} {...bindChoice(form)('mode')} />
        <ReasoningField hint="For members without their own level." {...bindChoice(form)('reasoning')} />
        {traitsOf(form.draft.mode).entry && (
          <Field label="Entry agent" hint="Slug of the member that gets the goal first." {...field('entryAgent')} />
        )}
      </div>
    </Section>
  )
}

function Seats({ draft, errorOf, onChange }: BoundForm<TeamDraft>) {
  const agents = useAgents()
  return (
    <Section title="Seats" hint="Who is on the team. The lead owns the goal. The judge evaluates and holds no seat.">
      <div className="grid grid-cols-2 gap-4 max-tablet:grid-cols-1">
        <RoleField
          label="Lead"
          member={draft.lead}
          agents={agents}
          error={errorOf?.('lead')}
          onChange={(lead) => onChange({ lead })}
        />
        <RoleField
          label="Judge"
          member={draft.judge}
          agents={agents}
          error={errorOf?.('judge')}
          onChange={(judge) => onChange({ judge })}
        />
      </div>
      <MembersEditor
        members={draft.members}
        agents={agents}
        errorOf={(key) => errorOf?.(key)}
        onChange={(members) => onChange({ members })}
      />
    </Section>
  )
}

function useAgents(): readonly AgentOption[] {
  const listed = useWorkspaceCall((client, place) => client.agents(place)).value
  return (listed?.items ?? [])
    .filter(({ agent }) => agent.category !== 'hidden')
    .map(({ agent: { slug, name, description } }) => ({ slug, name, note: description }))
}

function Context(form: BoundForm<TeamDraft>) {
  const field = bind(form)
  return (
    <Section title="Context" hint="What every member reads, and what only the lead reads, to decide who does what.">
      <TextField label="Shared context" rows={4} {...field('sharedContext')} />
      <TextField label="Routing context" rows={3} {...field('routingContext')} />
    </Section>
  )
}

function Bounds(form: BoundForm<TeamDraft>) {
  const { draft, errorOf, onChange } = form
  return (
    <Section
      title="Limits and permissions"
      hint="What a run of this team may spend and do. Empty fields use your settings."
    >
      <LimitFields
        limits={draft.limits}
        errorOf={(name) => errorOf?.(`limits.${name}`)}
        onChange={(limits) => onChange({ limits })}
      />
      <RulesFold rules={draft.permissions} onChange={(permissions) => onChange({ permissions })} />
      <Fold label="Mode settings" note={draft.settings ? 'set' : 'none'}>
        <TextField
          label="JSON"
          rows={4}
          spellCheck={false}
          placeholder='{ "depth": "quick" }'
          {...bind(form)('settings')}
        />
      </Fold>
    </Section>
  )
}

/** Picks the lead or judge, or leaves it to the mode. */
function RoleField(props: {
  readonly label: string
  readonly member: MemberDraft | null
  readonly agents: readonly AgentOption[]
  readonly error: string | undefined
  readonly onChange: (member: MemberDraft | null) => void
}) {
  const { member, agents } = props
  const options = [
    { value: 'auto', label: 'Mode default' },
    ...agents.map(({ slug, name, note }) => ({ value: slug, label: oneLine(name), note: oneLine(note) })),
  ]
  const isKnown = member === null || agents.some(({ slug }) => slug === member.agent)
  const own = isKnown ? [] : [{ value: member?.agent ?? '', label: member?.agent ?? '' }]
  return (
    <ChoiceField
      label={props.label}
      value={member?.agent ?? 'auto'}
      options={[...options, ...own]}
      error={props.error}
      onChange={(slug) =>
        props.onChange(slug === 'auto' ? null : { ...(member ?? newMember(slug)), agent: slug, inline: null })
      }
    />
  )
}
