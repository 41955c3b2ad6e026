import { isActive, isAtWork, isUnnamed, type Seat, seatsOf } from '@convene/domain'
import { Users } from 'lucide-react'
import { ActivityWord } from '../../ui/activity-word.tsx'
import { Avatar, inColorOf } from '../../ui/avatar.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Empty } from '../../ui/empty.tsx'
import { oneLine } from '../../ui/text/neutral.ts'
import { compose } from '../composer/draft.ts'
import { useSendCommand } from '../view/use-command.ts'
import { useMaySteer } from '../view/use-rights.ts'
import { useActivity, useSessionStore, useSpeaker, useView } from '../view/use-session.ts'

/** The run's seats with models and roles. */
export function TeamTab() {
  const team = useView(({ session }) => session.run?.team)
  if (!team) return <Empty icon={Users} title="No team yet" text="The team appears here once the run has started." />
  return (
    <div className="flex flex-col gap-3 p-4">
      {!isUnnamed(team) && <p className="text-sm text-muted">{oneLine(team.name)}</p>}
      <ul className="flex flex-col gap-2">
        {seatsOf(team).map((seat) => (
          <SeatCard key={seat.slug} seat={seat} />
        ))}
      </ul>
      <Advice />
    </div>
  )
}

/** What resolved decisions say about these models. */
function Advice() {
  const lines = useView(({ session }) => session.run?.settings.advice) ?? []
  if (lines.length === 0) return null
  return (
    <section aria-label="Track record" className="flex flex-col gap-1 rounded-md border border-line p-3 text-sm">
      <h3 className="font-semibold">Track record</h3>
      <ul className="flex flex-col gap-1 text-muted">
        {lines.map((line) => (
          <li key={line} className="wrap-anywhere">
            {oneLine(line)}
          </li>
        ))}
      </ul>
    </section>
  )
}

function SeatCard({ seat }: { readonly seat: Seat }) {
  const speaker = useSpeaker(seat.slug)
  const session = useSessionStore().id
  const activity = useActivity(seat.slug)
  const maySteer = useMaySteer()
  const does = oneLine(seat.description) || speaker.role
  return (
    <li style={inColorOf(speaker.color)} className="agent flex gap-3 rounded-md border border-line bg-surface p-3">
      <Avatar {...speaker} size="large" busy={isAtWork(activity)} />
      <div className="min-w-0 flex-1">
        <p className="flex items-center gap-2">
          <span className="truncate font-semibold text-(--agent-ink)">{speaker.name}</span>
          {seat.seat !== 'member' && seat.seat !== 'agent' && <Badge>{seat.seat}</Badge>}
          <ActivityWord activity={activity} />
        </p>
        {does !== seat.seat && <p className="text-sm text-muted">{does}</p>}
        <p className="mt-1 truncate font-mono text-xs text-muted">{speaker.model}</p>
      </div>
      {maySteer && (
        <span className="flex flex-col items-end gap-1">
          <SeatButton label="Write" to={`to ${speaker.name}`} onClick={() => compose(session, `@${seat.slug} `)} />
          <PauseSeat slug={seat.slug} name={speaker.name} />
        </span>
      )}
    </li>
  )
}

/** Pauses or resumes one agent while the others continue. */
function PauseSeat({ slug, name }: { readonly slug: string; readonly name: string }) {
  const send = useSendCommand()
  const isHeld = useView(({ session }) => session.run?.pausedAgents.includes(slug) ?? false)
  const isUnderWay = useView(({ session }) => isActive(session))
  if (!isUnderWay) return null
  const type = isHeld ? 'resume' : 'pause'
  return <SeatButton label={isHeld ? 'Resume' : 'Pause'} to={name} onClick={() => void send({ type, agent: slug })} />
}

type SeatButtonProps = { readonly label: string; readonly to: string; readonly onClick: () => void }

const SeatButton = ({ label, to, onClick }: SeatButtonProps) => (
  <button type="button" onClick={onClick} className="rounded-sm px-1 text-sm text-accent-ink hover:underline">
    {label}
    <span className="sr-only"> {to}</span>
  </button>
)
