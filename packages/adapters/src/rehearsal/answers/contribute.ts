import { confidenceOf, type HeldPosition, heldNow, lastStated, ownPosition, strengthOf } from '../held.ts'
import { cite } from '../quote.ts'
import type { Study } from '../study.ts'
import { takeUp } from '../take-up.ts'
import { type Answer, says } from './answer.ts'
import { bulleted, LABEL, notFound, onGoal, onRole, paragraphs, questions } from './parts.ts'

/** What this panelist's words find, and where it would settle the goal; later, whether another's find is better. */
export const contribute: Answer = (study) => says(heldNow(study).length === 0 ? opening(study) : reply(study))

function opening(study: Study): string {
  const position = lastStated(study) ?? ownPosition(study)
  return paragraphs(
    LABEL,
    onGoal(study, 'goal'),
    onRole(study),
    notFound(study),
    questions(study),
    `POSITION: ${position}\nCONFIDENCE: ${confidenceOf(study)}`,
  )
}

type Stand = { readonly position: string; readonly because: string; readonly why: string }

function reply(study: Study): string {
  const fresh = [...study.onGoal, ...study.onRole].slice(0, 2).map(cite)
  const { position, because, why } = stand(study)
  return paragraphs(
    LABEL,
    bulleted('**After the others**', takeUp(study)),
    fresh.length > 0
      ? bulleted('**Not quoted so far**', fresh)
      : '**Nothing new**: no line is left that has these words.',
    why,
    `POSITION: ${position}\nCONFIDENCE: ${confidenceOf(study)}\nCHANGED: ${because === '' ? 'no' : `yes, because ${because}`}`,
  )
}

/** The rule by which a rehearsal changes its mind: a file with more of the goal's words wins, except against the advocate. */
function stand(study: Study): Stand {
  const own = lastStated(study) ?? ownPosition(study)
  const mine = strengthOf(study, own)
  const others = heldNow(study).filter(({ who, position }) => who !== 'You' && position !== own)
  const best = others.reduce<HeldPosition | undefined>(
    (strongest, one) =>
      strengthOf(study, one.position) > strengthOf(study, strongest?.position ?? '') ? one : strongest,
    undefined,
  )
  const theirs = best ? strengthOf(study, best.position) : 0
  const words = (count: number) => (count === 1 ? '1 word' : `${count} words`)
  if (!best || theirs <= mine)
    return {
      position: own,
      because: '',
      why: `**I keep my position**: its file has ${words(mine)} of the goal, and no other file named here has more.`,
    }
  if (study.reader.stance.key === 'devils-advocate')
    return {
      position: own,
      because: '',
      why: `**I keep my position** although ${best.who} names a file with more of the goal's words (${theirs} to ${mine}): somebody has to.`,
    }
  const source = best.id === '' ? best.who : `[${best.id}]`
  return {
    position: best.position,
    because: `${source} names a file with ${words(theirs)} of the goal; mine had ${mine}`,
    why: `**I change my position** to that of ${best.who} ${source}.`,
  }
}
