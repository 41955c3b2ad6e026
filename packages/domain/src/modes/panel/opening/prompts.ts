import { anonymous, anonymousAll } from '../../../anonymity/anonymity.ts'
import type { Run, Session } from '../../../state/session.ts'
import { isOffered } from '../../../task/tools.ts'
import { USER } from '../../../team/user-seat.ts'
import { quoted } from '../../../text/quoted.ts'
import { parts, section } from '../setup/prompt-parts.ts'
import { answeredText } from './numbered-questions.ts'
import { QUESTIONS_ABOUT } from './read-questions.ts'
import type { OpeningContext } from './state.ts'

/** What a panel is about, for everyone new to it: the topic, and the user's own words unless it contains them. */
export function topicParts({ run, panel }: Pick<OpeningContext, 'run' | 'panel'>): readonly string[] {
  const goal = run.goal.trim()
  return [
    // Without the names of panelists, as in everything the user says.
    panel.opening.topic.includes(goal) ? '' : section('The user asks', quoted(anonymous(run, USER, goal))),
    section('Topic', quoted(anonymousAll(run, panel.opening.topic))),
  ]
}

/** Asks the Head whether it needs to know anything first. */
export function clarifyBrief({ run, panel }: OpeningContext): string {
  if (panel.opening.clarified === 0)
    return parts(
      run.goal,
      section(
        'What is asked',
        `Before the panel is convened: ask 2 to 5 numbered questions whose answers would change the discussion, one a line, about ${QUESTIONS_ABOUT.slice(0, -1).join(', ')} or ${QUESTIONS_ABOUT.at(-1)}. If the request is clear enough to begin, answer with one line that begins \`CLEAR:\`.`,
      ),
    )
  return parts(
    section('Answers', quoted(answersText(panel))),
    section('What is asked', 'Ask again what is still open, numbered, or answer with one line that begins `CLEAR:`.'),
  )
}

const answersText = ({ opening: { questions } }: OpeningContext['panel']): string => answeredText(questions)

/** Who will discuss, with which tools, and where: the Head must not make that up. */
function panelText({ workspace }: Session, { team, settings }: Run): string {
  const seats = team.members.map(({ name, useFor = '' }) => `- ${name}${useFor === '' ? '' : `: ${useFor}`}`)
  const tools = Object.keys(settings.tools).filter((name) => team.members.some((seat) => isOffered(seat, name)))
  return [
    `Panelists:\n${seats.join('\n')}`,
    `Their tools: ${tools.join(', ') || 'none'}.`,
    ...(workspace === '' ? [] : [`The folder they work in: ${workspace}`]),
  ].join('\n\n')
}

/** What the Head is asked to write. A copy of it is not a topic. */
export const TOPIC_ASK = [
  'Write the topic of discussion that guides the whole panel: the goal, the areas to investigate, the success criteria, the constraints, the tools and sources that are available, the output format. Be thorough and concise. You may add a line `DISCUSSION_DEPTH: quick`, `standard` or `deep`.',
  'If the request is a decision between answers, add a line `PROTOCOL: decide`, and for each answer that is open to choose, 2 to 8, a line `OPTION: <the answer in one line>`. If it asks for analysis or ideas, add `PROTOCOL: discuss`. End with a line `FIELD: <one word for its field, such as security or hiring>`.',
].join(' ')

/** The same for an estimate, which has no options. */
export const ESTIMATE_ASK = [
  'Write the topic that guides the whole panel: what exactly is estimated, from when to when it counts, what is included, what is known, the tools and sources that are available. Be concise, and name no number that could be the answer.',
  'Add a line `PROTOCOL: estimate` and a line `UNIT: <the unit of the number, such as days or users, or: probability>`. If the request asks for a choice instead, add `PROTOCOL: decide`. End with a line `FIELD: <one word for its field, such as security or hiring>`.',
].join(' ')

/** Asks the Head for the topic, with the user's objection to the last one. */
export function topicBrief({ session, run, panel }: OpeningContext, isEstimate: boolean): string {
  return parts(
    panel.opening.drafts === 0 ? run.goal : '',
    panel.opening.drafts === 0 ? section('Answers', quoted(answersText(panel))) : '',
    panel.opening.drafts === 0 ? section('The panel', panelText(session, run)) : '',
    section('What should change', quoted(panel.opening.gate?.text ?? '')),
    section('What is asked', isEstimate ? ESTIMATE_ASK : TOPIC_ASK),
  )
}
