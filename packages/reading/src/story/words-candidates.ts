import { candidateName, countText, lineCommentText } from '@convene/domain'
import { chosenText, standingText } from './candidate-text.ts'
import type { StoryWords } from './cast.ts'
import { brief, does, full } from './line.ts'

/** A step that several members build: who, what reviewers say, and which is taken. */
export const candidateWords = {
  'candidates.opened': ({ data: { step, seats, wanted } }, { name }) =>
    brief(
      `Step ${step} is built by ${countText(seats.length, 'member')}: ${seats.map(({ agent }) => name(agent)).join(', ')}`,
      {
        body: seats.length < wanted ? `${wanted} were asked for, and nobody else can build or compare.` : '',
      },
    ),
  'candidate.built': ({ data: { step, candidate, files, refusal } }) =>
    refusal === undefined
      ? full(`${candidateName(candidate)} of step ${step} changes ${countText(files.length, 'file')}`)
      : brief(`${candidateName(candidate)} of step ${step} is out`, { tone: 'warning', body: refusal }),
  'candidate.judged': ({ data: { by, prefers, reason, comments } }) =>
    brief(prefers === undefined ? 'prefers no candidate' : `prefers ${candidateName(prefers)}`, {
      ...does(by),
      body: reason,
      more: comments.map(({ candidate, ...comment }) => `${candidateName(candidate)}: ${lineCommentText(comment)}`),
    }),
  'candidate.chosen': ({ data: { step, candidate, agent, how, standings } }, { name }) =>
    brief(`${candidateName(candidate)} by ${name(agent)} is taken for step ${step}: ${chosenText(how)}`, {
      tone: how === 'limit' ? 'warning' : 'good',
      more: standings.map((one) => `${candidateName(one.candidate)}, ${name(one.agent)}: ${standingText(one)}`),
    }),
} satisfies Partial<StoryWords>
