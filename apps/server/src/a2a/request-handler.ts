import type {
  AgentCard,
  CancelTaskRequest,
  GetTaskRequest,
  ListTasksRequest,
  SendMessageRequest,
  Task,
} from '@a2a-js/sdk'
import type { A2ARequestHandler } from '@a2a-js/sdk/server'
import { isFinal, type Session } from '@convene/domain'
import { type CallingAgent, isStartedByAgent, sessionOf } from '../mcp/caller.ts'
import { teamState } from '../mcp/result.ts'
import { type Errors, refusedBy, startTask } from './start-task.ts'
import { taskOf } from './task-view.ts'
import { taskUpdates } from './watch-task.ts'

const USUALLY_LISTED = 50

/**
 * Answers A2A clients: a message starts a team, and its session is the task. Callers are agents, as over MCP: they answer
 * nothing for the user, see only what agents have started, and have the same limits.
 */
export class RequestHandler implements A2ARequestHandler {
  readonly #caller: CallingAgent
  readonly #errors: Errors
  readonly getAgentCard: () => Promise<AgentCard>

  constructor(caller: CallingAgent, errors: Errors, card: () => Promise<AgentCard>) {
    this.#caller = caller
    this.#errors = errors
    this.getAgentCard = card
  }

  async sendMessage({ message, configuration }: SendMessageRequest): Promise<Task> {
    const { session, command } = await startTask(this.#caller, this.#errors, message, this.#found)
    const updates = taskUpdates(this.#caller, session, command)
    // The first one says that it works.
    await updates
      .next()
      .catch(refusedBy(this.#errors))
      .finally(() => this.#caller.budget.settled(session))
    const isWatched = !configuration?.returnImmediately
    if (isWatched) for await (const _ of updates);
    else await updates.return()
    const state = await (await this.#caller.program.engine()).state(session)
    if (!state) throw new this.#errors.TaskNotFoundError('This session was deleted.')
    return this.#view(state, isWatched)
  }

  async *sendMessageStream({ message }: SendMessageRequest) {
    const { session, command } = await startTask(this.#caller, this.#errors, message, this.#found)
    try {
      yield* taskUpdates(this.#caller, session, command)
    } finally {
      this.#caller.budget.settled(session)
    }
  }

  async *resubscribe({ id }: { readonly id: string }) {
    yield* taskUpdates(this.#caller, (await this.#found(id)).id)
  }

  async getTask({ id }: GetTaskRequest): Promise<Task> {
    const state = await this.#found(id)
    return this.#view(state, await this.#rests(state))
  }

  async cancelTask({ id }: CancelTaskRequest): Promise<Task> {
    const state = await this.#found(id)
    const { TaskNotCancelableError } = this.#errors
    if (isFinal(state.run?.phase ?? 'completed')) throw new TaskNotCancelableError('This task has already ended.')
    const engine = await this.#caller.program.engine()
    const { refusal } = await engine.resume(state.id, { type: 'stop' })
    if (refusal) throw new TaskNotCancelableError(refusal.message)
    return this.#view(await engine.rested(state.id), true)
  }

  async listTasks({ pageSize = USUALLY_LISTED }: ListTasksRequest) {
    // A negative limit is none to the log: it would read every session.
    if (!Number.isInteger(pageSize) || pageSize < 1 || pageSize > 100)
      throw new this.#errors.RequestMalformedError('pageSize: use a whole number from 1 to 100.')
    const { program } = this.#caller
    const { log } = await program.store()
    const engine = await program.engine()
    const rows = await log.list({ limit: pageSize, workspace: program.workspace })
    const all = await Promise.all(rows.map(({ id }) => engine.state(id)))
    const own = all.flatMap((state) => (state && isStartedByAgent(state) ? [state] : []))
    const tasks = await Promise.all(own.map(async (state) => this.#view(state, await this.#rests(state))))
    return { tasks, nextPageToken: '', pageSize: tasks.length, totalSize: tasks.length }
  }

  async getAuthenticatedExtendedAgentCard(): Promise<never> {
    throw new this.#errors.ExtendedAgentCardNotConfiguredError(
      'There is no extended agent card. Use /.well-known/agent-card.json.',
    )
  }

  createTaskPushNotificationConfig = (): Promise<never> => this.#noHooks()
  getTaskPushNotificationConfig = (): Promise<never> => this.#noHooks()
  listTaskPushNotificationConfigs = (): Promise<never> => this.#noHooks()
  deleteTaskPushNotificationConfig = (): Promise<never> => this.#noHooks()

  async #noHooks(): Promise<never> {
    throw new this.#errors.PushNotificationNotSupportedError(
      'Push notifications are not supported. Use streaming, or poll the task.',
    )
  }

  /** A session that the user started is not there. */
  #found = async (id: string): Promise<Session> => {
    const state = await sessionOf(this.#caller, id).catch(() => undefined)
    if (!state || !isStartedByAgent(state)) throw new this.#errors.TaskNotFoundError(`No task "${id}".`)
    return state
  }

  async #rests({ id }: Session): Promise<boolean> {
    return !(await this.#caller.program.engine()).here().includes(id)
  }

  async #view(state: Session, isOver: boolean): Promise<Task> {
    const { program } = this.#caller
    return taskOf(await teamState(program, state, isOver), program.now())
  }
}
