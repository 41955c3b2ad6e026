import { durationText, tokensText, withPlainMarks } from '@convene/domain'
import type { StoryWords } from './cast.ts'
import { brief, byText, detailed, does, full, logged } from './line.ts'
import { taskText } from './task-looks.ts'
import { verbs } from './vocabulary.ts'

/** What is said, by whom, and the calls behind it. */
export const talkWords = {
  message: ({ id, data }) =>
    logged(id ?? '', { who: data.author, body: data.role === 'user' ? data.text : withPlainMarks(data.text) }),
  'message.picked': (event) => detailed(`Picked ${event.data.message} as the result${byText(event)}`, { tone: 'good' }),
  commentary: ({ agent = '', data }) => full(verbs.thinks, { ...does(agent), body: data.text }),
  'task.assigned': ({ data }, { name }) =>
    data.via === 'task' || data.via === 'delegateWork'
      ? logged(verbs.handsWorkTo(name(data.to)), { ...does(data.from), body: data.description })
      : logged(taskText(data.kind), { ...does(data.to), body: data.description }),
  'task.nudged': ({ agent = '', data }) => logged('received', { ...does(agent), body: data.text }),
  'task.finished': ({ agent = '', data }) =>
    data.ok
      ? logged(`finished in ${durationText(data.ms)}`, { ...does(agent), body: data.report })
      : logged(verbs.failed, { ...does(agent), tone: 'bad', body: data.error?.message ?? 'No report' }),
  'effect.started': ({ agent = '', data }) =>
    logged(data.kind === 'model' ? `asks ${data.model ?? 'a model'}` : 'runs a tool', does(agent)),
  'effect.lost': ({ agent = '', data }) =>
    brief(
      /\/run\.\d+$/u.test(data.effect)
        ? 'A tool call was cut off when its process ended'
        : `A ${/\/check-\w+\.\d+$/u.test(data.effect) ? 'check' : 'model call'} was cut off when its process ended. Retrying.`,
      { who: agent, tone: 'warning' },
    ),
  'effect.aborted': ({ agent = '' }) => logged('A call was stopped', { who: agent }),
  'model.replied': ({ agent = '', data }) => logged('replied', { ...does(agent), body: data.text }),
  'model.failed': ({ agent = '', data }) =>
    data.waitMs === undefined
      ? full(data.message, { who: agent, tone: 'warning' })
      : brief(`${data.message} Retrying in ${durationText(data.waitMs)}.`, { who: agent, tone: 'warning' }),
  usage: ({ agent = '', data }) =>
    logged(`${data.model}, ${tokensText(data.input)} tokens in, ${tokensText(data.output)} out`, { who: agent }),
  compaction: ({ agent = '', task, data }) => {
    const sizes = `${tokensText(data.tokensBefore)} tokens to ${tokensText(data.tokensAfter)}`
    if (task === undefined)
      return data.text === '' ? logged('Nothing to summarize') : detailed('The oldest messages were summarized')
    return full(`The conversation was ${data.text === '' ? 'shortened' : 'summarized'}, ${sizes}`, { who: agent })
  },
} satisfies Partial<StoryWords>
