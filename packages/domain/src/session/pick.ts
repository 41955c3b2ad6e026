import { type Fact, fact } from '../event/event.ts'
import { messageBy } from '../prompt/ask.ts'
import type { MessageId } from '../shared/ids.ts'
import { ok, type Result, refuse } from '../shared/result.ts'
import { type Session, seatOf } from '../state/session.ts'

/** The answer that counts as the result. It must be by an agent in the last run. */
export function acceptPick(session: Session, id: MessageId): Result<readonly Fact[]> {
  const message = messageBy(session, id)
  if (!message) return refuse('message_not_found', `No message ${id} in this session.`)
  const { run } = session
  if (run && !run.traits.picks)
    return refuse(
      'illegal_command',
      `Only a broadcast has several answers to pick from. The mode of this run is ${run.mode}.`,
    )
  const isOfRun = run !== null && Number(id.slice(1)) > run.spoken.from
  if (!isOfRun || message.kind === 'notification' || !seatOf(run, message.author))
    return refuse('illegal_command', `${id} is not an agent's answer from the last run, so it cannot be picked.`)
  return ok([fact('message.picked', { message: id })])
}
