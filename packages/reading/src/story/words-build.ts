import { cleanLine, countText } from '@convene/domain'
import type { StoryWords } from './cast.ts'
import { brief, detailed, logged } from './line.ts'

const files = (count: number): string => countText(count, 'file')

/** What people read about a build that is reviewed. */
export const buildWords = {
  'build.landing': ({ data }) =>
    logged(data.action === 'keep' ? 'The changes are being kept' : 'Kept changes are being undone'),
  'build.landed': ({ data }) => brief(`The workspace was changed: ${files(data.files.length)}`, { tone: 'good' }),
  'build.refused': ({ data }) =>
    brief(`Nothing was changed in the workspace: ${cleanLine(data.reason)}`, { tone: 'warning' }),
  'build.marked': ({ data }) => logged(data.undone ? 'Changes were undone' : 'Undone changes were restored'),
  'build.committed': ({ data }) =>
    brief(`Committed ${files(data.files.length)} as ${data.commit.slice(0, 8)} on ${cleanLine(data.branch)}`, {
      tone: 'good',
    }),
  'build.proposed': ({ data }) => brief(`Pull request: ${cleanLine(data.url)}`, { tone: 'good' }),
  'line.commented': ({ agent = '', data }) =>
    brief(`${cleanLine(data.path)}:${data.line}`, { ...(agent !== '' && { who: agent }), body: data.text }),
  'line.resolved': ({ data }) => logged(`Comment ${data.comment} was ${data.resolved ? 'resolved' : 'opened again'}`),
  'line.sent': ({ data }) => detailed(`${countText(data.comments.length, 'comment')} went back`, { who: data.to }),
} satisfies Partial<StoryWords>
