import { cleanLine } from '../../../../text/clean.ts'
import { letterAt } from '../../../../text/letters.ts'
import { blankExperiments, type Experiment, lookedAt, proposalOf } from '../../experiment/state.ts'
import type { DebateRooms } from '../state.ts'
import { inCode } from './prompts.ts'

/** What came of the experiments of a panel: `decided` if the last votes were cast with one, and follow it. */
type Finding = { readonly experiment: Experiment; readonly decided: boolean; readonly text: string }

const LONGEST = 120

/** What an experiment has to do with a decision. Undefined if none showed anything. */
export function findingFor(panel: Pick<DebateRooms, 'debate'>, option: string): Finding | undefined {
  const { experiment: state = blankExperiments, turns } = panel.debate
  const newest = Math.max(0, ...turns.map(({ round }) => round))
  const experiment = state.opened.findLast(({ shown }) => shown?.seen === true)
  if (!experiment?.shown) return undefined
  const letter = letterOf(panel, option)
  const isLast = lookedAt(state, newest)?.id === experiment.id
  const bears = experiment.shown.option
  const decided = isLast && letter !== undefined && (bears === null || bears === letter)
  return { experiment, decided, text: textOf(panel, experiment, { letter, decided }) }
}

const letterOf = ({ debate: { options } }: Pick<DebateRooms, 'debate'>, option: string): string | undefined => {
  const place = options.findIndex(({ text }) => text === option)
  return place < 0 ? undefined : letterAt(place)
}

type About = { readonly letter: string | undefined; readonly decided: boolean }

function textOf(panel: Pick<DebateRooms, 'debate'>, experiment: Experiment, { letter, decided }: About): string {
  const { shown, id } = experiment
  const cited = shown?.message ? `[${shown.message}]` : 'an experiment'
  const seen = seenText(shown?.shows ?? '')
  if (decided && letter !== undefined) {
    const { expects = {} } = proposalOf(panel.debate.experiment ?? blankExperiments, id) ?? {}
    const others = Object.entries(expects).flatMap(([option, text]) => (option === letter ? [] : [text]))
    const not =
      shown?.option === letter && others.length > 0 ? `, not ${[...new Set(others)].map(quoted).join(' or ')}` : ''
    return `Decided by ${cited}: ${seen}${not}. ${predictedText(experiment, letter)}`.trim()
  }
  const bears = shown?.option ? `, which bears out ${shown.option}` : ''
  const against =
    shown?.option && letter !== undefined && shown.option !== letter ? ', and the panel voted for another option' : ''
  return `${cited} showed ${seen}${bears}${against}.`
}

/** The first line of what was seen: the message has the rest. */
function seenText(shows: string): string {
  const lines = shows.split('\n').filter((line) => line.trim() !== '')
  const more = lines.length > 1 ? ' …' : ''
  return `${quoted(lines[0] ?? '')}${more}`
}

function quoted(text: string): string {
  const line = cleanLine(text)
  return inCode(line.length <= LONGEST ? line : `${line.slice(0, LONGEST)}…`)
}

const NUMBERS = ['none', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight']
const inWords = (count: number): string => NUMBERS[count] ?? String(count)
const capital = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`

/** How many had predicted something else. */
function predictedText({ predictions }: Experiment, letter: string): string {
  const wrong = predictions.filter(({ option }) => option !== letter).length
  if (predictions.length === 0) return ''
  const all = inWords(predictions.length)
  const same = new Set(predictions.flatMap(({ option }) => (option === letter ? [] : [option]))).size < 2
  if (wrong === 0) return predictions.length === 1 ? 'It was expected.' : `All ${all} had expected it.`
  return `${capital(inWords(wrong))} of ${all} had expected ${same ? 'the opposite' : 'something else'}.`
}
