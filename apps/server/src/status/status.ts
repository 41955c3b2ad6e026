import type { Json } from '@convene/domain'
import { activityOfTask, openTasks, pendingSince, refuse, type Session, seatOf, type Task } from '@convene/domain'
import { statesOf } from '@convene/host'
import { openApi } from '@convene/protocol'
import type { Handlers } from '../context.ts'
import { serverProof } from '../security/proof.ts'
import { timeText } from '../sessions/row-view.ts'

const MOST_LIVE = 200

/** What the server reports about itself. */
export const statusHandlers: Handlers<'health' | 'status' | 'newerVersion' | 'openCode' | 'changes' | 'openApi'> = {
  health: async ({ program, guard, headers }, { challenge }) => {
    const value = { status: 'ok', version: program.version } as const
    if (!guard || !challenge) return { ok: true, value }
    const { token, boot } = guard
    return {
      ok: true,
      value: { ...value, boot, proof: serverProof(token, headers?.get('host') ?? '', { challenge, boot }) },
    }
  },
  status: async ({ program, startedAt, caller }) => {
    const { log } = await program.store()
    const rows = await log.list({ active: true, limit: MOST_LIVE })
    const states = await statesOf(
      program,
      rows.map(({ id }) => id),
    )
    const live = states.flatMap((state) => (state.run ? [liveView(state)] : []))
    const { version, workspace } = program
    const home = !caller || caller.may('saveSettings') ? program.home : ''
    return { ok: true, value: { version, startedAt: timeText(startedAt), home, workspace, live } }
  },
  newerVersion: async ({ program }) => {
    // Read again: the user may just have changed it.
    const { settings } = await program.at(program.workspace).settings()
    const newer = settings.updates ? await program.newer?.() : undefined
    return { ok: true, value: { newer: newer ?? null } }
  },
  openCode: async ({ guard }) =>
    guard
      ? { ok: true, value: { code: guard.codes.make() } }
      : refuse('no_server', 'This program does not accept browsers. Start a server with: convene serve'),
  changes: async () => ({ ok: true, value: { items: [], next: null } }),
  openApi: async ({ program }) => ({ ok: true, value: openApi(program.version) as { [key: string]: Json } }),
}

function liveView(session: Session) {
  const { id, title, run } = session
  return {
    session: id,
    title,
    phase: run?.phase ?? 'idle',
    agents: openTasks(session).map((task) => agentView(session, task)),
  }
}

function agentView(session: Session, task: Task) {
  const seat = session.run ? seatOf(session.run, task.agent) : undefined
  return {
    agent: task.agent,
    name: seat?.name ?? task.agent,
    status: activityOfTask(session, task),
    task: task.id,
    model: seat?.model ?? '',
    since: timeText(pendingSince(session, task)?.since ?? task.since),
  }
}
