import type {
  AgentCard,
  CancelTaskRequest,
  GetTaskRequest,
  ListTasksRequest,
  SendMessageRequest,
  Task,
} from '@a2a-js/sdk'
import type { A2ARequestHandler } from '@a2a-js/sdk/server'
import type { Session } from '@convene/domain'
import { type CallingProgram, isStartedByAgent, sessionOf, stopSession } from '@convene/host'
import { type Errors, refusedBy, startTask } from './start-task.ts'
import { taskOf } from './task-view.ts'
import { turnOf, viewTask, viewTasks } from './turns.ts'
import { taskUpdates } from './watch-task.ts'

const USUALLY_LISTED = 50
/** The protocol's numbers for completed, failed and cancelled. */
const ended: readonly number[] = [3, 4, 5]

/**
 * Answers A2A clients: a message starts a team. Its session is the context, and its run and each later question are
 * tasks. As over MCP, callers are agents: they cannot answer for the user, see only what agents started, and have the
 * same limits.
 */
export class RequestHandler implements A2ARequestHandler {
  readonly #caller: CallingProgram
  readonly #errors: Errors
  readonly getAgentCard: () => Promise<AgentCard>

  constructor(caller: CallingProgram, errors: Errors, card: () => Promise<AgentCard>) {
    this.#caller = caller
    this.#errors = errors
    this.getAgentCard = card
  }

  async sendMessage({ message, configuration }: SendMessageRequest): Promise<Task> {
    const started = await startTask(this.#caller, this.#errors, message, this.#found)
    const updates = taskUpdates(this.#caller, started)
    // The first update says that the team is working.
    const { value } = await updates.next().catch(refusedBy(this.#errors))
    const id = value?.payload?.$case === 'task' ? value.payload.value.id : started.session
    const isWatched = !configuration?.returnImmediately
    if (isWatched) for await (const _ of updates);
    else await updates.return()
    return this.#view(id, isWatched)
  }

  async *sendMessageStream({ message }: SendMessageRequest) {
    const started = await startTask(this.#caller, this.#errors, message, this.#found)
    yield* taskUpdates(this.#caller, started)
  }

  async *resubscribe({ id }: { readonly id: string }) {
    const { session, number } = turnOf((await this.#view(id)).id)
    yield* taskUpdates(this.#caller, { session: (await this.#found(session)).id, number })
  }

  async getTask({ id }: GetTaskRequest): Promise<Task> {
    return this.#view(id)
  }

  async cancelTask({ id }: CancelTaskRequest): Promise<Task> {
    const { status } = await this.#view(id)
    const { TaskNotCancelableError } = this.#errors
    if (ended.includes(status?.state ?? 0)) throw new TaskNotCancelableError('This task has already ended.')
    const state = await this.#found(turnOf(id).session)
    const stopped = await stopSession(this.#caller.program, state.id)
    if (!stopped.ok) throw new TaskNotCancelableError(stopped.refusal.message)
    return this.#view(id, true)
  }

  async listTasks({ pageSize = USUALLY_LISTED }: ListTasksRequest) {
    // The log treats a negative limit as no limit and would read every session.
    if (!Number.isInteger(pageSize) || pageSize < 1 || pageSize > 100)
      throw new this.#errors.RequestMalformedError('pageSize: use a whole number from 1 to 100.')
    const { program } = this.#caller
    const { log } = await program.store()
    const engine = await program.engine()
    const rows = await log.list({ limit: pageSize, workspace: program.workspace })
    const all = await Promise.all(rows.map(({ id }) => engine.state(id)))
    const own = all.flatMap((state) => (state && isStartedByAgent(state) ? [state] : []))
    const tasks = (await Promise.all(own.map((state) => this.#tasksOf(state)))).flat().slice(0, pageSize)
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

  /** Hides sessions that the user started. */
  #found = async (id: string): Promise<Session> => {
    const state = await sessionOf(this.#caller, id).catch(() => undefined)
    if (!state || !isStartedByAgent(state)) throw new this.#errors.TaskNotFoundError(`No task "${id}".`)
    return state
  }

  async #rests({ id }: Session): Promise<boolean> {
    return !(await this.#caller.program.engine()).here().includes(id)
  }

  async #tasksOf(state: Session): Promise<readonly Task[]> {
    const { program } = this.#caller
    const viewed = await viewTasks(program, state, await this.#rests(state))
    return viewed.map((each) => taskOf(each, program.now()))
  }

  async #view(id: string, isOver?: boolean): Promise<Task> {
    const { program } = this.#caller
    const { session, number } = turnOf(id)
    const state = await this.#found(session)
    const viewed = await viewTask(program, state, number, isOver ?? (await this.#rests(state)))
    if (!viewed) throw new this.#errors.TaskNotFoundError(`No task "${id}".`)
    return taskOf(viewed, program.now())
  }
}
