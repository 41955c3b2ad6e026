import type { StreamResponse } from '@a2a-js/sdk'
import { type Command, type Event, isFinal, type Session, type SessionId } from '@convene/domain'
import { drive, type Program } from '@convene/host'
import type { CallingAgent } from '../mcp/caller.ts'
import { Refused } from '../mcp/refused.ts'
import { sentenceFor } from '../mcp/sentence.ts'
import { statusOf, statusUpdate, taskOf } from './task-view.ts'
import { countTurns, eventsOf, numberAfter, type ViewedTask, viewTask } from './turns.ts'

/** A slow caller gets fewer sentences instead of filling the server's memory. */
const MOST_UNREAD = 1_000

/** The task to watch: the one with this number, or the one that the command starts or joins. */
export type Watching = { readonly session: SessionId; readonly command?: Command; readonly number?: number }

/**
 * Starts or watches a task and reports on it: the task, a sentence per event, and its end, or what it needs from the
 * user. The task continues if the caller disconnects.
 */
export async function* taskUpdates(
  { program }: CallingAgent,
  { session, command, number }: Watching,
): AsyncGenerator<StreamResponse, void, undefined> {
  const news = unreadNews()
  const stuck = Promise.withResolvers<void>()
  const watcher = { answers: true, events: news.add, waiting: () => stuck.resolve() }
  const before = await (await program.engine()).state(session)
  const watching = { session, command, after: before?.seq ?? 0, onlyWatch: command === undefined, watcher }
  const driven = await drive(program, watching)
  if ('refusal' in driven) throw new Refused(driven.refusal.message)
  const end = Promise.race([driven.rested, stuck.promise]).then(
    () => 'over' as const,
    () => 'over' as const,
  )
  let own = number
  const view = async (isOver: boolean): Promise<ViewedTask> => {
    const state = await driven.settle()
    own ??= state && (await numberOf(program, state, before, command))
    const viewed = state && (await viewTask(program, state, own ?? 0, isOver))
    if (!viewed) throw new Refused('This session was deleted.')
    return viewed
  }
  try {
    const working = await view(false)
    yield { payload: { $case: 'task', value: taskOf(working, program.now()) } }
    for (let isOver = false; !isOver; ) {
      isOver = (await Promise.race([end, news.come()])) === 'over'
      for (const text of news.take()) yield statusUpdate(working, statusOf(working, program.now(), text))
    }
    yield* ending(await view(true), program.now())
  } finally {
    driven.end()
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
  const events = await eventsOf(program, state)
  return isFinal(before.run?.phase ?? 'idle') ? numberAfter(events, before.seq, command.text) : countTurns(events)
}

/** Sentences that have not been sent yet. */
function unreadNews() {
  let unread: string[] = []
  let arrived = Promise.withResolvers<void>()
  return {
    add(batch: readonly Event[]): void {
      const sentences = batch.flatMap((event) => sentenceFor(event) ?? [])
      unread.push(...sentences.slice(0, Math.max(0, MOST_UNREAD - unread.length)))
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
  yield statusUpdate(viewed, statusOf(viewed, at))
}
