import type { ModelEffect } from '../effect/effect.ts'
import type { ModelRequest } from '../effect/request.ts'
import { levelFor } from '../mode/thinking.ts'
import type { Modes } from '../modes/modes.ts'
import { systemPrompt } from '../prompt/system.ts'
import { assert } from '../shared/assert.ts'
import { type Session, seatOf } from '../state/session.ts'
import { offeredTools } from '../task/tools.ts'
import { declaredIn } from './declared-in.ts'
import { buildOf, directoryOf, worktreeOf } from './directory.ts'
import { idleLimitMs } from './idle-limit.ts'

/** The request for a model call that starts now. Constant parts come first, new ones last. */
export function prompt(session: Session, effect: ModelEffect, modes: Modes): ModelRequest {
  const run = session.run
  const task = session.tasks[effect.task]
  const seat = run && task && seatOf(run, task.agent)
  const mode = run && modes[run.mode]
  assert(run && mode && task && seat, 'a model call belongs to an open task of a seated agent')
  const answer = declaredIn(mode, task)
  const temperature = seat.temperature ?? task.allowance.temperature
  const reasoning = levelFor(run, seat, task.kind)
  const directory = directoryOf(session, task)
  const worktree = worktreeOf(session, task)
  return {
    session: session.id,
    model: effect.model,
    system: systemPrompt(run, seat, {
      workspace: session.workspace,
      directory,
      constraints: session.constraints,
    }),
    lines: task.lines,
    tools: offeredTools({ run, mode, task, seat }),
    maxOutput: effect.reserve.output,
    ...(effect.reserve.thinking && { thinking: effect.reserve.thinking }),
    ...(reasoning && { reasoning }),
    ...(temperature !== undefined && { temperature }),
    ...(answer?.part === 'whole' && {
      answer: { name: answer.name, schema: answer.schema(), alone: task.conversation === 'fresh' },
    }),
    idleMs: idleLimitMs(run, effect.model, session.learned?.[effect.model]?.thinks),
    workspace: session.workspace,
    directory,
    ...(worktree !== null && { worktree }),
    ...buildOf(session),
    agent: seat.slug,
    conversation: task.id,
  }
}
