import { type Domain, type Event, fact, isInner, type Session, type Task, type TaskCall } from '@convene/domain'
import type { PlantedBug } from '../world.ts'

/** The healthy decision, with a distorted view of every open task. */
const sees =
  (change: (task: Task) => Task) =>
  (domain: Domain): Domain => ({ ...domain, next: (session) => domain.next(withTasks(session, change)) })

/** The healthy fold, then distorts every task if this event triggers it. */
const files =
  (change: (task: Task, event: Event) => Task) =>
  (domain: Domain): Domain => ({
    ...domain,
    evolve: (session, event) => withTasks(domain.evolve(session, event), (task) => change(task, event)),
  })

function withTasks(session: Session, change: (task: Task) => Task): Session {
  const changed = Object.values(session.tasks).map((task) => [task.id, change(task)])
  return { ...session, tasks: Object.fromEntries(changed) }
}

const alone = (task: Task): Task => ({ ...task, chain: [task.agent] })
const wants = ({ calls }: Task, wanted: (call: TaskCall) => boolean): boolean => calls.some(wanted)

/** Bugs in delegation, reports and questions. */
export const bugsOfDelegating: readonly PlantedBug[] = [
  {
    name: 'gives a report to another call',
    domain: (domain) => ({
      ...domain,
      evolve: (session, event) =>
        domain.evolve(event.type === 'task.finished' ? misled(session, event) : session, event),
    }),
  },
  {
    name: 'hands work on in circles',
    domain: sees((task) => (wants(task, ({ tool }) => tool === 'delegateWork') ? alone(task) : task)),
  },
  {
    name: 'lets a delegate do what its caller may not',
    domain: sees((task) =>
      wants(task, ({ tool, at }) => !isInner(tool) && at.stage === 'inspected') ? alone(task) : task,
    ),
  },
  {
    name: 'mistakes a delegate’s last words for its report',
    domain: files((task, { type }) =>
      type === 'task.assigned' && task.via === 'delegateWork' ? { ...task, via: 'task' } : task,
    ),
  },
  {
    name: 'loses the report of a background task',
    domain: files((task, { type }) => (type === 'task.finished' ? { ...task, inbox: [] } : task)),
  },
  {
    name: 'leaves tasks open below one that ended',
    domain: (domain) => ({
      ...domain,
      evolve(session, event) {
        const after = domain.evolve(session, event)
        if (event.type !== 'task.finished') return after
        const under = Object.entries(session.tasks).filter(([id]) => id.startsWith(`${event.task}/`))
        return { ...after, tasks: { ...after.tasks, ...Object.fromEntries(under) } }
      },
    }),
  },
  {
    name: 'asks a question again',
    domain: files((task, event) => {
      if (event.type !== 'effect.lost') return task
      const again = (call: TaskCall): TaskCall =>
        call.at.stage === 'questioned' ? { ...call, at: { stage: 'wanted' } } : call
      return { ...task, calls: task.calls.map(again) }
    }),
  },
  {
    name: 'lets the model answer for the user',
    domain: (domain) => ({
      ...domain,
      absorb(session, effect, outcome) {
        const facts = domain.absorb(session, effect, outcome)
        const [question] = Object.values(session.questions)
        if (!question || effect.kind !== 'model') return facts
        return [...facts, fact('question.answered', { id: question.id, answer: 'Whatever.', by: 'model' })]
      },
    }),
  },
  { name: 'lets an agent repeat itself forever', domain: sees((task) => ({ ...task, recent: [] })) },
  {
    name: 'lets an agent call as often as it likes',
    domain: (domain) => ({
      ...domain,
      next: (session) => domain.next(session.run ? { ...session, run: { ...session.run, callTimes: {} } } : session),
    }),
  },
  {
    name: 'separates a result from its call to make room',
    domain: (domain) => ({
      ...domain,
      evolve: (session, event) =>
        domain.evolve(
          session,
          event.type === 'compaction' ? { ...event, data: { ...event.data, to: event.data.to + 1 } } : event,
        ),
    }),
  },
]

/** The session with an ending task attributed to a sibling's call, if another call is waiting. */
function misled(session: Session, event: Event): Session {
  const task = event.task && session.tasks[event.task]
  const parent = task?.parent && session.tasks[task.parent.task]
  if (!task || !parent) return session
  const other = parent.calls.find(({ id, at }) => at.stage === 'child' && id !== task.parent?.call)
  if (!other) return session
  const wrong = { ...task, parent: { task: parent.id, call: other.id } }
  return { ...session, tasks: { ...session.tasks, [task.id]: wrong } }
}
