import { countText, isFinal, isPaused, type Session } from '@convene/domain'
import type { ChatComposer } from './composer.ts'
import { type ChosenSetup, labelOf } from './meaning.ts'
import type { Prompt } from './prompt-rows.ts'
import { isChoosing } from './typing.ts'

const HELP = '/help shows commands'

/** What Enter does now, as a label before the line and a hint below it. */
export function promptOf(composer: ChatComposer, choice: ChosenSetup | undefined): Prompt {
  const session = composer.session
  const label = labelOf({ session, choice, answers: composer.answers })
  return { label, hint: hintOf(composer, choice) }
}

function hintOf(composer: ChatComposer, choice: ChosenSetup | undefined): string {
  const asked = composer.asked
  if (asked && isChoosing(asked)) return composer.isEmpty ? CHOOSE : FINISH
  if (asked?.stage === 'answering') return composer.answers ? ANSWER : FINISH
  if (choice) return `Enter starts it. Esc forgets ${choice.team === undefined ? 'the mode' : 'the team'}.`
  return hintIn(composer.session)
}

const CHOOSE = 'The keys above answer. Other keys write a message.'
const FINISH = 'Enter sends your line as a message, Esc clears it. Then you can answer.'
const ANSWER = 'Enter answers, a number picks an option. @name writes to that agent.'

function hintIn(session: Session): string {
  const { run, queue } = session
  if (!run || run.phase === 'idle') return `Enter starts the team · ${HELP} · Ctrl-D leaves`
  if (isPaused(session)) return `Paused. /resume continues, /stop cancels · ${HELP}`
  if (queue.length > 0) return `${countText(queue.length, 'message')} for the next model call`
  if (isFinal(run.phase)) return `Enter asks a follow-up · /run GOAL starts a new run · ${HELP}`
  return `Enter sends it to the team, @name to one agent · ${HELP}`
}
