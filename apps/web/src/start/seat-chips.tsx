import { isUser, seatColors } from '@convene/domain'
import type { Output } from '@convene/protocol'
import { ofSeat, type Speaker } from '../session/view/seats.ts'
import { modelsThatAnswer } from '../settings/models/connected.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Choice } from '../ui/choice.tsx'
import { oneLine } from '../ui/text/neutral.ts'
import type { ModelBySeat } from './mix.ts'
import { workersIn } from './seated.ts'

type Seats = Output<'preview'>['seats']

/** Each seat with its face and model. A click changes the model. */
export function SeatChips(props: {
  readonly seats: Seats
  readonly models: Output<'models'> | null
  readonly chosen: ModelBySeat
  readonly onChoose: (models: ModelBySeat) => void
}) {
  const { seats, models, chosen, onChoose } = props
  const colors = seatColors(seats)
  const known = models ? modelsThatAnswer(models) : []
  return (
    <ul aria-label="Seats" className="flex flex-wrap gap-2">
      {workersFirst(seats).map((seat) => {
        const speaker = ofSeat(seat, colors)
        return (
          <li key={seat.slug} className="min-w-0 max-tablet:w-full">
            {isUser(seat) ? (
              <OwnSeat {...speaker} />
            ) : (
              <SeatChip {...speaker} known={known} onModel={(model) => onChoose({ ...chosen, [seat.slug]: model })} />
            )}
          </li>
        )
      })}
    </ul>
  )
}

const workersFirst = (seats: Seats): Seats => {
  const workers = workersIn(seats)
  return [...workers, ...seats.filter((seat) => !workers.includes(seat))]
}

const OwnSeat = (speaker: Speaker) => (
  <span className="flex h-9 items-center gap-2 rounded-md border border-line px-2 max-tablet:h-10">
    <Avatar {...speaker} size="small" />
    <span className="font-medium">{speaker.name}</span>
    <span className="text-muted">You speak and vote</span>
  </span>
)

function SeatChip(props: Speaker & { readonly known: readonly string[]; readonly onModel: (model: string) => void }) {
  const { known, onModel, ...speaker } = props
  const { name, model, role } = speaker
  const options = [...new Set([model, ...known])].map((each) => ({
    value: each,
    label: shortModel(each),
    group: oneLine(each.slice(0, Math.max(0, each.indexOf('/')))),
  }))
  return (
    <Choice
      label={`Model of ${name}`}
      value={model}
      options={options}
      onChange={onModel}
      className="h-9 w-full"
      before={
        <>
          <Avatar {...speaker} size="small" />
          <span title={role} className="font-medium">
            {name}
          </span>
        </>
      }
    />
  )
}

/** Without its provider, which the list has as a heading. */
const shortModel = (model: string): string => oneLine(model.slice(model.indexOf('/') + 1))
