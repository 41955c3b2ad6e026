import { type RunStart, Seat } from '@convene/domain'
import { type RunChoice, runOf } from '@convene/testkit'

const seat = (slug: string, role: Seat['seat']): Seat =>
  Seat.parse({ name: slug.toUpperCase(), slug, prompt: 'You answer.', model: 'alpha/one', seat: role })

const led = ['delegate', 'orchestrate', 'reflect', 'plan', 'panel']
const judged = ['panel', 'reflect']

/** A run in a mode with the seats that it needs, which nobody watches. */
export function unattended(mode: string, choice: RunChoice = {}): RunStart {
  const members = mode === 'agent' ? ['ada'] : ['ada', 'bert']
  const team = {
    ...(led.includes(mode) && { lead: seat('head', 'lead') }),
    ...(judged.includes(mode) && { judge: seat('mod', 'judge') }),
  }
  return runOf({ mode, members, team, ...choice, settings: { yes: true, interactive: false, ...choice.settings } })
}
