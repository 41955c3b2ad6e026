import type { Message, Part, Role, StreamResponse, Task, TaskState, TaskStatus } from '@a2a-js/sdk'
import type { TeamState } from '@convene/host'
import { endingText } from '@convene/reading'
import type { ViewedTask } from './turns.ts'

/** The protocol's numbers for states and roles. Based on types only, so that the library is not loaded for them. */
const states: { readonly [ours in TeamState['state']]: TaskState } = {
  running: 2 as TaskState.TASK_STATE_WORKING,
  completed: 3 as TaskState.TASK_STATE_COMPLETED,
  failed: 4 as TaskState.TASK_STATE_FAILED,
  cancelled: 5 as TaskState.TASK_STATE_CANCELED,
  waiting: 6 as TaskState.TASK_STATE_INPUT_REQUIRED,
  paused: 6 as TaskState.TASK_STATE_INPUT_REQUIRED,
}
const AGENT = 2 as Role.ROLE_AGENT

/** Only the user can give the input. The caller learns what it is, and that it cannot answer. */
const USER_ANSWERS =
  'The user has to answer this in Convene (`convene approvals`, or the app). Callers cannot answer it.'

/** A session is a context, and its run and each later question are tasks. */
export function taskOf({ task, team }: ViewedTask, at: number): Task {
  const { session, answer, costUsd, rehearsal, proof } = team
  const artifact = { artifactId: 'answer', name: 'Answer', description: '', metadata: undefined, extensions: [] }
  return {
    id: task,
    contextId: session,
    status: taskStatus({ task, team }, at),
    artifacts: answer === '' ? [] : [{ ...artifact, parts: [textPart(answer)] }],
    history: [],
    metadata: { costUsd, rehearsal, ...(proof && { proof }) },
  }
}

/** `text`: what is happening while the task is active. */
export const taskStatus = (viewed: ViewedTask, at: number, text?: string): TaskStatus => ({
  state: text === undefined ? stateOf(viewed.team) : states.running,
  message: agentMessage(viewed, text ?? wordsFor(viewed.team), at),
  timestamp: new Date(at).toISOString(),
})

/** Cancelled is what somebody cancelled. A run that ends with something missing has failed to do what was asked. */
const stateOf = (team: TeamState): TaskState => states[isIncomplete(team) ? 'failed' : team.state]

const isIncomplete = ({ state, reason }: Pick<TeamState, 'state' | 'reason'>): boolean =>
  state === 'cancelled' && reason !== '' && reason !== 'user'

function wordsFor({ state, reason, waiting, counted, lacks }: TeamState): string {
  if (state === 'waiting')
    return [...waiting.map(({ kind, what }) => `Waits (${kind}): ${what}`), USER_ANSWERS].join('\n')
  if (state === 'paused') return 'Paused by the user, who can resume it in Convene.'
  if (isIncomplete({ state, reason })) return [endingText(state, reason, lacks), counted].filter(Boolean).join(' · ')
  return [reason, counted].filter((part) => part !== '').join(' · ')
}

export const statusUpdate = ({ task, team }: ViewedTask, status: TaskStatus): StreamResponse => ({
  payload: {
    $case: 'statusUpdate',
    value: { taskId: task, contextId: team.session, status, metadata: undefined },
  },
})

function agentMessage({ task, team }: ViewedTask, text: string, at: number): Message | undefined {
  if (text === '') return undefined
  return {
    messageId: `${task}-${at}`,
    contextId: team.session,
    taskId: task,
    role: AGENT,
    parts: [textPart(text)],
    metadata: undefined,
    extensions: [],
    referenceTaskIds: [],
  }
}

const textPart = (value: string): Part => ({
  content: { $case: 'text', value },
  metadata: undefined,
  filename: '',
  mediaType: 'text/plain',
})
