import type { Event } from '@convene/domain'

/** A short sentence for a program that waits for a team. Undefined if the event is not worth one. */
export function sentenceFor({ type, agent, data }: Event): string | undefined {
  switch (type) {
    case 'run.started':
      return 'The team has started.'
    case 'task.assigned':
      return agent && `${agent} has begun.`
    case 'message':
      return data.role === 'user' ? undefined : `${data.author} has answered.`
    case 'permission.asked':
    case 'question.asked':
      return 'The team waits for the user.'
    default:
      return undefined
  }
}
