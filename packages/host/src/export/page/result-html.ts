import { cleanLine, cutAtWord, type Run, seatName } from '@convene/domain'
import { type Card, labelledParts, listedIn, type RunVerdict, reportOf } from '@convene/reading'
import { escapeHtml, markdownHtml } from './safe-html.ts'

/** What was decided, how sure that is, who disagrees and what to do: what a reader needs in the first 20 seconds. */
export function headHtml(
  card: Card | null,
  { title, goal }: { readonly title: string; readonly goal: string },
): string {
  if (!card) return `<h1>${escapeHtml(title)}</h1>${goal === title ? '' : goalHtml(goal)}`
  const [answer = '', ...others] = card.answer.split('\n')
  const more = others.map((line) => `<p class="answer">${escapeHtml(line)}</p>`).join('')
  const parts = card.verdict.split(' · ').map((part) => `<li>${escapeHtml(part)}</li>`)
  return `${goalHtml(card.goal)}<h1>${escapeHtml(answer)}</h1>${more}<ul class="strip">${parts.join('')}</ul>`
}

/** A longer goal begins with a sentence or two, and opens. */
const LONGEST_GOAL = 200

function goalHtml(goal: string): string {
  if (goal.length <= LONGEST_GOAL) return `<p class="goal">${escapeHtml(goal)}</p>`
  return `<details class="goal"><summary>${escapeHtml(cutAtWord(cleanLine(goal), LONGEST_GOAL))}</summary><p>${escapeHtml(goal)}</p></details>`
}

/** Votes against the decision, in their own words. */
export function dissentHtml(run: Run, { vote }: RunVerdict): string {
  const each = (vote?.dissent ?? []).map(({ agent, option, confidence, reason, message }) => {
    const sure = confidence === null ? '' : ` <span class="sure">${Math.round(confidence)} % sure</span>`
    const cite = message ? ` <a class="cite" href="#${escapeHtml(message)}">${escapeHtml(message)}</a>` : ''
    const words = cleanLine(reason)
    return `<p><strong>${escapeHtml(seatName(run, agent))} voted for ${escapeHtml(cleanLine(option))}</strong>${sure}${cite}</p>${words && `<blockquote>${escapeHtml(words)}</blockquote>`}`
  })
  return each.length === 0 ? '' : `<section class="card dissent"><h2>Dissent</h2>${each.join('')}</section>`
}

/** What the report recommends. */
export function recommendationsHtml(text: string): string {
  const { items } = listedIn(reportOf(text)?.recommendations ?? '')
  const list = items.map((item) => `<li>${markdownHtml(item)}</li>`).join('')
  return list && `<section class="card"><h2>What to do</h2><ul>${list}</ul></section>`
}

/** `Decided 3 : 1 · 66 % likely right (first guess)`, for previews. */
export const previewText = (verdict: RunVerdict | null, goal: string): string =>
  cleanLine([goal, ...(verdict ? [labelledParts(verdict).join(' · ')] : [])].join(' '))
