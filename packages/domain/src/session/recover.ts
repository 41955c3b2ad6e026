import { placeOfCheck } from '../effect/check-effect.ts'
import { type Fact, fact } from '../event/event.ts'
import { isBusy, type Session } from '../state/session.ts'
import { costOf } from '../usage/usage.ts'

/** A shorter absence is not worth recording. */
const MOMENT_MS = 1_000

/**
 * What the owner records on opening: every intent without an end is lost. A model call may have been billed, so its
 * estimated spend is recorded as uncertain. Time without work counts towards no limit.
 */
export function recover(session: Session, at: number): readonly Fact[] {
  const lost = Object.values(session.started).flatMap((effect): readonly Fact[] => {
    if (effect.kind === 'tool') return [fact('effect.lost', { effect: effect.key }, { task: effect.task })]
    if (effect.kind === 'check') return [fact('effect.lost', { effect: effect.key }, placeOfCheck(effect))]
    if (effect.kind !== 'model') return []
    const place = { task: effect.task, agent: effect.agent, ...(effect.paidBy && { run: effect.paidBy }) }
    const usage = { input: Math.floor((effect.reserve.input * 3) / 4), cached: 0, output: 0 }
    const costUsd = costOf(usage, session.run?.settings.models[effect.model]?.price)
    const { key, attempt, model } = effect
    return [
      fact('effect.lost', { effect: key, uncertain: true }, place),
      fact('usage', { ...usage, effect: key, attempt, model, costUsd, ms: 0, uncertain: true }, place),
    ]
  })
  const idle = at - session.at - session.setBack
  const wasWorking = lost.length > 0 || session.run?.workingSince != null
  // A clock that was set back would lengthen every open wait.
  const jumped = idle > MOMENT_MS ? wasWorking : idle < -MOMENT_MS && (wasWorking || isBusy(session))
  return jumped ? [fact('clock.jumped', { ms: idle }), ...lost] : lost
}
