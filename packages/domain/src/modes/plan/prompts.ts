import { type DeclaredAnswer, formText, unreadText } from '../../answer/declared.ts'
import { doneWhenText } from '../../check/check-text.ts'
import { claimsLine, SEEN } from '../../claim/claim-text.ts'
import { limitSentence } from '../../run/limit-text.ts'
import { type Run, seatName } from '../../state/session.ts'
import type { Seat } from '../../team/team.ts'
import { cleanLine } from '../../text/clean.ts'
import { quoted } from '../../text/quoted.ts'
import { offerAnswer, planReview, review, stepsAnswer, waysOn } from './answers.ts'
import { briefSection, bullets, fencedPatch, join } from './brief.ts'
import { leftOutOf, ownersOf } from './form-team.ts'
import { planText } from './plan-text.ts'
import type { Plan, StepRun } from './state.ts'

const LONGEST = 160

/** What an agent reads first after an unreadable answer. */
const again = (times: number, answer: Pick<DeclaredAnswer, 'complaint'>): string =>
  times > 0 ? `${unreadText(answer)} ` : ''

/** An owner only needs to know that the other steps exist. */
const briefly = (text: string): string => {
  const line = cleanLine(text)
  return line.length <= LONGEST ? line : `${line.slice(0, LONGEST - 1)}…`
}

/** What the planner needs to write a plan, or a better one after mistakes. */
export function planBrief(run: Run, plan: Plan): string {
  const concerns = plan.reviews.filter(({ verdict }) => verdict === 'concerns')
  const revises = plan.version > 0 && plan.feedback === null
  return join(
    briefSection('Goal', run.goal),
    briefSection('Team', bullets(ownersOf(run).map(member))),
    briefSection('Also available, if a step needs them', bullets(leftOutOf(run).map(member))),
    briefSection('Routing', quoted(run.team.routingContext)),
    briefSection('Tools', toolNames(run)),
    briefSection('How this project is checked', bullets((run.settings.checks?.found ?? []).map((one) => `\`${one}\``))),
    plan.version > 0 ? briefSection('Your plan so far', quoted(planText(plan.draft))) : '',
    revises
      ? briefSection(
          'What your teammates say',
          concerns.map(({ by, text }) => `### ${seatName(run, by)}\n\n${quoted(text)}`).join('\n\n'),
        )
      : '',
    plan.feedback === null ? '' : briefSection('Sent back by the user', quoted(plan.feedback)),
    plan.errors.length === 0 ? '' : briefSection('Your last answer cannot be used', bullets(plan.errors)),
    briefSection('What is asked', rules(plan)),
  )
}

const member = ({ name, slug, capabilities, useFor, description }: Seat): string =>
  [`${name} (\`${slug}\`)${capabilities.length > 0 ? ` [${capabilities.join(', ')}]` : ''}`, useFor || description]
    .filter((part) => part !== '')
    .join(': ')

const toolNames = ({ settings }: Run): string => Object.keys(settings.tools).join(', ')

function rules(plan: Plan): string {
  const what = plan.version > 0 ? 'Write the whole plan again, and take into account what was said.' : 'Plan the work.'
  return `${what} Use 3 to 7 steps, as few as the job needs.

- Each step has one owner from the team, a description that can be carried out without further questions, and acceptance criteria that somebody else can check.
- \`dependsOn\` names the steps that must be finished first. Steps that do not depend on each other run in parallel.
- \`checks\` lists what must pass when the step is done. It is run for you before and after the step, on a copy of the files and without network: a command (\`npm test -- login\`), \`file src/login.ts contains "rateLimit"\`, \`file old.ts absent\`, \`changes src/** test/**\`, or \`ask "Does the page look right?"\`. Give each step that changes something at least one that fails now. Prose belongs in the acceptance criteria.
- Leave out \`tools\`, \`approve\`, \`budget\` and \`worktree\` unless a step needs them.
- \`tools\` lists the only tools that the owner may use in the step.
- \`approve\` is "ask" if the user must approve every change, and "auto" if the user's approval of the plan is enough.
- \`worktree\` is true if the step changes files at the same time as other steps.

Answer with the steps as JSON, and nothing else:

${stepsAnswer.form}`
}

export const reviewPlanBrief = (run: Run, plan: Plan, isAgain = false): string =>
  join(
    briefSection('Goal', run.goal),
    briefSection('Plan', quoted(planText(plan.draft))),
    briefSection(
      'What is asked',
      `${again(isAgain ? 1 : 0, planReview)}Would this plan reach the goal, with these owners, in this order? ${formText(planReview)}`,
    ),
  )

/** What a step's owner reads in addition to earlier reports: the goal, the plan, and the step. */
export function stepBrief(run: Run, plan: Plan, step: StepRun, isContest = false): string {
  const others = isContest ? [] : ownersOf(run).filter(({ slug }) => slug !== step.owner)
  return join(
    briefSection('Goal', run.goal),
    briefSection(
      'Plan',
      bullets(
        plan.steps.map(({ id, owner, description }) => `${id}, ${seatName(run, owner)}: ${briefly(description)}`),
      ),
    ),
    briefSection(
      'Step',
      plan.steps.length === 1 ? `${step.id}, the only step` : `${step.id} of ${plan.steps.length} steps`,
    ),
    briefSection('Your Assigned Task', quoted(step.description)),
    briefSection('Acceptance', quoted(step.acceptance)),
    briefSection('Done when', doneWhenText(step.checks ?? [])),
    briefSection('What you must know', quoted(bullets(step.notes))),
    briefSection('Both sides of a conflict', sidesText(step)),
    step.report === null ? '' : briefSection('Done before', beforeText(run, step)),
    isContest ? briefSection('Candidates', CANDIDATES) : '',
    briefSection('How to end', ending(others)),
  )
}

/** The author of a conflicting change knows what both sides want, and loses neither. */
function sidesText({ sides }: StepRun): string {
  if (!sides) return ''
  return join(
    'Your changes could not be merged, because other steps have changed the same places since. Your files are now as the other steps left them, without your changes. Make your changes again so that both sides keep what they do. Do not drop either.',
    'What you changed:',
    fencedPatch(sides.own),
    'What others changed there:',
    fencedPatch(sides.others),
  )
}

const CANDIDATES =
  'Other members do this step too, each in a copy of the files that nobody else sees. The checks and a blind comparison decide which change is taken.'

/** The texts themselves follow the ask, with their authors. */
const beforeText = (run: Run, { attempt, owner, remark }: StepRun): string =>
  `This step was worked on before (attempt ${attempt}). Its last report${remark ? ' and what its reviewer said are' : ' is'} quoted below. ${seatName(run, owner)}, continue from there: keep what is right, and change what was asked for.`

const ending = (others: readonly Seat[]): string =>
  `Do the step, check it against its acceptance criteria, and report what is different now and how you know. Report failures as they are.
If you cannot continue, end with a line \`BLOCKED: <reason>\` and below it two or more ways to continue, each as \`- <option>\`. The team decides.${
    others.length > 0
      ? `\nIf somebody else should do the step, end with a line \`HANDOFF: <member>: <reason>\`. Members: ${others.map(({ slug }) => slug).join(', ')}.`
      : ''
  }`

export const optionsBrief = (run: Run, step: StepRun): string =>
  join(
    briefSection('Goal', run.goal),
    briefSection('Step', `${step.id}, by ${seatName(run, step.owner)}: ${quoted(step.description)}`),
    briefSection('Blocked', quoted(step.reason)),
    briefSection('What its owner reports', quoted(step.report?.text ?? '')),
    briefSection(
      'What is asked',
      `${again(step.optionsUnread, waysOn)}How could the work continue? Name two to five ways. ${formText(waysOn)}`,
    ),
  )

export const handoffBrief = (run: Run, step: StepRun): string =>
  join(
    briefSection('Goal', run.goal),
    briefSection('Step', `${step.id}: ${quoted(step.description)}`),
    briefSection('Acceptance', quoted(step.acceptance)),
    briefSection(
      'Offered',
      `${seatName(run, step.owner)} offers you this step: ${quoted(step.offer?.reason || 'no reason was given')}`,
    ),
    briefSection('Work so far', quoted(step.report?.text ?? '')),
    briefSection(
      'What is asked',
      `${again(step.offerUnread, offerAnswer)}Do you take it over? ${formText(offerAnswer)}`,
    ),
  )

/** What a step's reviewer needs: its acceptance criteria, its report, its changes line by line, and what was checked. */
export const reviewBrief = (run: Run, step: StepRun, seen: readonly string[] = []): string =>
  join(
    briefSection('Goal', run.goal),
    briefSection('Step', `${step.id}, by ${seatName(run, step.owner)}: ${quoted(step.description)}`),
    briefSection('Acceptance', quoted(step.acceptance) || 'None were given: judge by the description.'),
    briefSection('Report', quoted(step.report?.text ?? '')),
    briefSection(SEEN, quoted(claimsLine(step.report?.claims))),
    briefSection('Changed', join(bullets(step.changes), fencedPatch(step.patch))),
    briefSection('Checked', quoted(bullets(seen))),
    step.reopens > 0 ? briefSection('Sent back before', quoted(bullets(step.notes))) : '',
    briefSection(
      'What is asked',
      `${again(step.unread, review)}Check each acceptance criterion, and look at the files if you can. If a line is wrong, say so on a separate line, as <path>:<line>: <low, medium, high or critical>: <what is wrong>. Then answer on a separate line, with the first word only if every criterion is met:\n\n${review.form}`,
    ),
  )

export function wrapUpBrief(run: Run, plan: Plan, decided: readonly string[]): string {
  const limit = run.limit ? `${limitSentence(run)} Say what is done and what is not.` : ''
  return join(
    briefSection('Goal', run.goal),
    briefSection('Steps', quoted(bullets(plan.steps.map(stepLine(run))))),
    briefSection('Decisions', quoted(bullets(decided))),
    briefSection(
      'What is asked',
      `Report the result to a reader who did not follow the work: what is different now, how it was checked, what was decided and why, and what is still open. ${limit} Cite reports as [m3].`.replace(
        '  ',
        ' ',
      ),
    ),
  )
}

const stepLine =
  (run: Run) =>
  ({ id, owner, state, description, report, reason }: StepRun): string => {
    const why = (state === 'failed' || state === 'skipped') && reason !== '' ? ` (${reason})` : ''
    return `${id}, ${seatName(run, owner)}: ${state.replaceAll('_', ' ')}${why}: ${description}${report?.message ? ` [${report.message}]` : ''}`
  }
