import type { StreamResponse } from '@a2a-js/sdk'
import { type Command, type Event, isFinal, type Session, type SessionId } from '@convene/domain'
import { drive, type Program } from '@convene/host'
import type { CallingAgent } from '../mcp/caller.ts'
import { Refused } from '../mcp/refused.ts'
import { sentenceFor } from '../mcp/sentence.ts'
import { statusOf, statusUpdate, taskOf } from './task-view.ts'
import { countTurns, eventsOf, numberAfter, type ViewedTask, viewTask } from './turns.ts'

/** A caller that reads slowly gets fewer sentences, and never the memory of the server. */
const MOST_UNREAD = 1_000

/** What is watched: the task with this number, or the one that the command begins or joins. */
export type Watching = { readonly session: SessionId; readonly command?: Command; readonly number?: number }

/**
 * Starts or watches a task and tells what happens: the task, a sentence for each thing, and its end, or what it needs
 * from the user. It continues when the caller goes away.
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

/** A message after the end of the run begins a task. Before, it joins the one that is under way. */
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

/** Sentences about what has happened and was not told yet. */
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

/** The answer, if there is one, and then the state: nothing may follow that. */
function* ending(viewed: ViewedTask, at: number): Generator<StreamResponse> {
  const { id, contextId, artifacts } = taskOf(viewed, at)
  for (const artifact of artifacts) {
    const value = { taskId: id, contextId, artifact, append: false, lastChunk: true, metadata: undefined }
    yield { payload: { $case: 'artifactUpdate', value } }
  }
  yield statusUpdate(viewed, statusOf(viewed, at))
}
