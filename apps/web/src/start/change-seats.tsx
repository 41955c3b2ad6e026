import { traitsOf } from '@convene/domain'
import { useCall } from '../connection/use-call.ts'
import { FacePicker } from '../library/agents/face-picker.tsx'
import { Choice } from '../ui/choice.tsx'
import { wordsOfCode } from '../ui/text/words.ts'
import type { TrustState } from '../workspace/use-trust.ts'
import type { Draft } from './draft.ts'
import { Suggestions } from './suggestions.tsx'
import { TeamChoice } from './team-choice.tsx'

/** Another team, another mode, or other members, picked by face. */
export function ChangeSeats(props: {
  readonly draft: Draft
  /** What would run now. */
  readonly mode: string
  readonly team: string
  readonly seated: readonly string[]
  /** The preview is outdated, so a click would change seats that no longer apply. */
  readonly isOld: boolean
  readonly trust: TrustState
  readonly onChange: (change: Partial<Draft>) => void
  readonly onTrusted: () => void
}) {
  const { draft, mode, team, onChange } = props
  const toggle = (slug: string) => {
    const now = draft.agents.length > 0 ? draft.agents : props.seated
    const others = now.filter((each) => each !== slug)
    const next = isAlone(mode) ? [slug] : others.length < now.length ? others : [...now, slug]
    onChange({ mode, team: isAlone(mode) ? '' : team, agents: next })
  }
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-2">
        <TeamChoice
          team={team}
          onTeam={(chosen) => onChange({ team: chosen, mode: chosen ? '' : mode, agents: [] })}
          trust={props.trust}
          onTrusted={props.onTrusted}
        />
        <ModeChoice
          mode={mode}
          onMode={(chosen) => onChange({ mode: chosen, team: isAlone(chosen) ? '' : team, agents: [] })}
        />
      </div>
      <Suggestions
        goal={draft.goal}
        team={team}
        onTeam={(chosen) => onChange({ team: chosen, mode: '', agents: [] })}
      />
      <FacePicker
        label={isAlone(mode) ? 'Who answers' : 'Members'}
        chosen={draft.agents.length > 0 ? draft.agents : props.seated}
        disabled={props.isOld && draft.agents.length === 0}
        onToggle={toggle}
      />
    </div>
  )
}

const isAlone = (mode: string): boolean => traitsOf(mode).alone

function ModeChoice(props: { readonly mode: string; readonly onMode: (mode: string) => void }) {
  const modes = useCall((client) => client.modes({})).value
  const options = (modes?.items ?? []).map(({ name, summary }) => ({
    value: name,
    label: wordsOfCode(name),
    note: summary,
  }))
  return <Choice label="How they work" value={props.mode} options={options} onChange={props.onMode} />
}
