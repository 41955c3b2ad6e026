import type { Run, TaskKind } from '@convene/domain'

type Look = {
  /** What the agent does: the text continues its name. */
  readonly doing: string
  /** Its text is written for people, and worth reading while it is written. Others are reworded once complete. */
  readonly streamed: boolean
}

/** How tasks of each kind are shown while they last, on every surface. A new kind needs its row here. */
const looks: Readonly<Record<TaskKind, Look>> = {
  clarify: { doing: 'is checking the question', streamed: true },
  topic: { doing: 'is writing the topic', streamed: false },
  contribute: { doing: 'is making an argument', streamed: true },
  experiment: { doing: 'is proposing an experiment', streamed: false },
  predict: { doing: 'is predicting what it shows', streamed: false },
  next_speaker: { doing: 'is choosing the next speaker', streamed: false },
  redirect: { doing: 'is asked again', streamed: true },
  converged: { doing: 'is checking whether the panel agrees', streamed: true },
  estimate: { doing: 'is estimating', streamed: false },
  options: { doing: 'is listing the options', streamed: false },
  final_position: { doing: 'is writing a final position', streamed: false },
  synthesize: { doing: 'is writing the result', streamed: true },
  repair_citations: { doing: 'is fixing citations', streamed: false },
  follow_up: { doing: 'is answering', streamed: true },
  plan: { doing: 'is planning', streamed: false },
  work: { doing: 'is working', streamed: true },
  evaluate: { doing: 'is evaluating the result', streamed: false },
  review_plan: { doing: 'is reviewing the plan', streamed: true },
  review: { doing: 'is reviewing', streamed: true },
  compare: { doing: 'is comparing candidates', streamed: true },
  handoff: { doing: 'is deciding on a handoff', streamed: false },
  deliberate: { doing: 'is making an argument', streamed: true },
  vote: { doing: 'is voting', streamed: false },
  decide: { doing: 'is deciding', streamed: true },
  summarize: { doing: 'is summarizing', streamed: false },
  summary: { doing: 'is summarizing', streamed: true },
  title: { doing: 'is choosing a title', streamed: true },
  respond: { doing: 'is answering', streamed: true },
}

/** What an agent does in a task of this kind: the text continues its name. */
export const taskText = (kind: TaskKind): string => looks[kind]?.doing ?? 'is working'

/** Whether what is written in a task of this kind is for people. */
export const isStreamed = (kind: TaskKind | undefined): boolean => kind === undefined || (looks[kind]?.streamed ?? true)

/** Whether one agent speaks for all in a run, so that its text can be read as it is written, under no name. */
export const hasOneVoice = ({ alone, entry }: Pick<Run['traits'], 'alone' | 'entry'>): boolean => alone || entry
