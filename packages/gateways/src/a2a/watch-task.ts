import type { StreamResponse } from '@a2a-js/sdk'
import { type Command, isFinal, type Session, type SessionId } from '@convene/domain'
import { type CallingProgram, type Program, RefusedRequest, watchTeam } from '@convene/host'
import { statusUpdate, taskOf, taskStatus } from './task-view.ts'
import { countTurns, eventsOfSession, numberAfter, type ViewedTask, viewTask } from './turns.ts'

/** A slow caller gets fewer sentences instead of filling the server's memory. */
const MOST_UNREAD = 1_000

/** The task to watch: the one with this number, or the one that the command starts or joins. */
export type WatchedTask = { readonly session: SessionId; readonly command?: Command; readonly number?: number }

/**
 * Starts or watches a task and reports on it: the task, a sentence per event, and its end, or what it needs from the
 * user. The task continues if the caller disconnects.
 */
export async function* taskUpdates(
  caller: CallingProgram,
  { session, command, number }: WatchedTask,
): AsyncGenerator<StreamResponse, void, undefined> {
  const news = unreadNews()
  const { program } = caller
  const watching = { session, command, onlyWatch: command === undefined, sentence: news.add }
  const { before, first, settle, end: leave } = await watchTeam(caller, watching)
  const end = first.then(
    () => 'over' as const,
    () => 'over' as const,
  )
  let own = number
  const view = async (isOver: boolean): Promise<ViewedTask> => {
    const state = await settle()
    own ??= state && (await numberOf(program, state, before, command))
    const viewed = state && (await viewTask(program, state, own ?? 0, isOver))
    if (!viewed) throw new RefusedRequest({ code: 'session_not_found', message: 'This session was deleted.' })
    return viewed
  }
  try {
    const working = await view(false)
    yield { payload: { $case: 'task', value: taskOf(working, program.now()) } }
    for (let isOver = false; !isOver; ) {
      isOver = (await Promise.race([end, news.come()])) === 'over'
      for (const text of news.take()) yield statusUpdate(working, taskStatus(working, program.now(), text))
    }
    yield* ending(await view(true), program.now())
  } finally {
    leave()
  }
}

/** A message after the run's end starts a task. Before that, it joins the active one. */
async function numberOf(
  program: Program,
  state: Session,
  before: Session | undefined,
  command: Command | undefined,
): Promise<number> {
  if (!before || command?.type !== 'message') return 0
  const events = await eventsOfSession(program, state)
  return isFinal(before.run?.phase ?? 'idle') ? numberAfter(events, before.seq, command.text) : countTurns(events)
}

/** Sentences that have not been sent yet. */
function unreadNews() {
  let unread: string[] = []
  let arrived = Promise.withResolvers<void>()
  return {
    add(sentence: string): void {
      if (unread.length < MOST_UNREAD) unread.push(sentence)
      arrived.resolve()
    },
    come: () => arrived.promise,
    take(): readonly string[] {
      const taken = unread
      unread = []
      arrived = Promise.withResolvers()
      return taken
    },
  }
}

/** The answer, if any, and then the final state, which must come last. */
function* ending(viewed: ViewedTask, at: number): Generator<StreamResponse> {
  const { id, contextId, artifacts } = taskOf(viewed, at)
  for (const artifact of artifacts) {
    const value = { taskId: id, contextId, artifact, append: false, lastChunk: true, metadata: undefined }
    yield { payload: { $case: 'artifactUpdate', value } }
  }
  yield statusUpdate(viewed, taskStatus(viewed, at))
}
