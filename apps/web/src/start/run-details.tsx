import { isUser, seatsUser } from '@convene/domain'
import { Hand, UsersRound } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { AdvancedOptions } from './advanced-options.tsx'
import { ApproachCards } from './approach-cards.tsx'
import { ChangeSeats } from './change-seats.tsx'
import { type Draft, withoutOption } from './draft.ts'
import { refusedFields } from './refused.ts'
import { limitsText } from './run-chip.tsx'
import { SeatChips } from './seat-chips.tsx'
import { membersIn } from './seated.ts'
import type { RunForm } from './use-start-form.ts'

/** Everything about a run that has a default: what you get, who works with which model, the limits. */
export function RunDetails({ form }: { readonly form: RunForm }) {
  const { draft, change, choice, preview } = form
  const refused = refusedFields(preview.refusal)
  const shown = preview.value
  return (
    <div id="run-details" className="flex flex-col gap-4 border-t border-line p-4">
      <ApproachCards
        chosen={choice.approach}
        because={choice.because}
        hint={draft.goal.trim() === '' ? 'Your goal preselects one. You can choose another.' : ''}
        onChoose={(approach) =>
          change({ approach, mode: '', team: '', agents: [], options: withoutOption(draft, 'protocol') })
        }
      />
      {shown && !preview.refusal && (
        <>
          <SeatChips
            seats={shown.seats}
            models={form.models.value}
            chosen={form.seatModels}
            onChoose={form.setSeatModels}
          />
          <p className="numeric text-sm text-muted">{limitsText(shown)}</p>
        </>
      )}
      <Seating form={form} />
      <AdvancedOptions
        draft={draft}
        mode={preview.mode}
        isOpen={Object.keys(refused).length > 0}
        errorOf={(key) => refused[key]}
        onChange={change}
      />
    </div>
  )
}

function Seating({ form }: { readonly form: RunForm }) {
  const { draft, change, choice, preview } = form
  const [isOpen, setOpen] = useState(false)
  const ownSeat = seatsUser(preview.mode) ? (draft.userSeat ?? preview.value?.seats.some(isUser) ?? false) : null
  return (
    <>
      <div className="flex flex-wrap gap-2">
        <Button icon={UsersRound} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          Change seats
        </Button>
        {ownSeat !== null && (
          <Button icon={Hand} onClick={() => change({ userSeat: !ownSeat })}>
            {ownSeat ? 'Leave your seat' : 'Take a seat'}
          </Button>
        )}
      </div>
      {isOpen && (
        <ChangeSeats
          draft={draft}
          mode={preview.mode}
          team={choice.team ?? ''}
          seated={membersIn(preview.value)}
          isOld={preview.isLoading}
          trust={form.trust}
          onChange={(part: Partial<Draft>) => change(part)}
          onTrusted={form.trusted}
        />
      )}
    </>
  )
}
