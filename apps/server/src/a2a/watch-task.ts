import type { StreamResponse } from '@a2a-js/sdk'
import type { Command, Event, SessionId } from '@convene/domain'
import { drive } from '@convene/host'
import type { CallingAgent } from '../mcp/caller.ts'
import { Refused } from '../mcp/refused.ts'
import { teamState } from '../mcp/result.ts'
import { sentenceFor } from '../mcp/sentence.ts'
import { statusOf, statusUpdate, taskOf } from './task-view.ts'

/** A caller that reads slowly gets fewer sentences, and never the memory of the server. */
const MOST_UNREAD = 1_000

/**
 * Starts or watches a session and tells what happens: the task, a sentence for each thing, and its end, or what it needs
 * from the user. It continues when the caller goes away.
 */
export async function* taskUpdates(
  { program }: CallingAgent,
  session: SessionId,
  command?: Command,
): AsyncGenerator<StreamResponse, void, undefined> {
  const news = unreadNews()
  const stuck = Promise.withResolvers<void>()
  const watcher = { answers: true, events: news.add, waiting: () => stuck.resolve() }
  const before = (await (await program.engine()).state(session))?.seq ?? 0
  const watching = { session, command, after: before, onlyWatch: command === undefined, watcher }
  const driven = await drive(program, watching)
  if ('refusal' in driven) throw new Refused(driven.refusal.message)
  const end = Promise.race([driven.rested, stuck.promise]).then(
    () => 'over' as const,
    () => 'over' as const,
  )
  const view = async (isOver: boolean) => {
    const state = await driven.settle()
    if (!state) throw new Refused('This session was deleted.')
    return teamState(program, state, isOver)
  }
  try {
    const working = await view(false)
    yield { payload: { $case: 'task', value: taskOf(working, program.now()) } }
    for (let isOver = false; !isOver; ) {
      isOver = (await Promise.race([end, news.come()])) === 'over'
      for (const text of news.take())
        yield statusUpdate(session, statusOf({ ...working, state: 'running' }, program.now(), text))
    }
    yield* ending(await view(true), program.now())
  } finally {
    driven.end()
  }
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
function* ending(team: Parameters<typeof taskOf>[0], at: number): Generator<StreamResponse> {
  const { id, contextId, artifacts } = taskOf(team, at)
  for (const artifact of artifacts) {
    const value = { taskId: id, contextId, artifact, append: false, lastChunk: true, metadata: undefined }
    yield { payload: { $case: 'artifactUpdate', value } }
  }
  yield statusUpdate(id, statusOf(team, at))
}
