import { type Claim, type Mark, MOST_CLAIMS } from './claim.ts'
import { claimText } from './claim-text.ts'
import type { Deeds } from './deed.ts'
import { type ClaimSpeaker, evidenceFor } from './evidence.ts'
import { judgeClaim } from './judge-claim.ts'
import { readClaims } from './read-claims.ts'
import type { ClaimVerdict } from './verdict.ts'

/** The claims of a text about which the events say something. The cost grows with the length of the text. */
export function claimsIn(text: string, speaker: ClaimSpeaker, deeds: Deeds = { list: [] }): readonly Claim[] {
  const readings = readClaims(text)
  if (readings.length === 0) return []
  const evidence = evidenceFor(speaker, deeds)
  const claims = new Map<string, Claim>()
  for (const { sentence, claimed } of readings) {
    if (claims.size >= MOST_CLAIMS) break
    const found = judgeClaim(claimed, evidence)
    if (!found) continue
    const { mark, why, deed } = found.deed?.reported ? onItsWord(found) : found
    const what = claimText(claimed)
    const { text: said } = sentence
    const claim: Claim = {
      mark,
      text: said,
      what,
      why,
      ...(deed && { by: deed.seq, at: deed.at }),
    }
    const key = `${said}\n${what}`
    if (ranks[mark] >= ranks[claims.get(key)?.mark ?? 'seen']) claims.set(key, claim)
  }
  return [...claims.values()]
}

/** A call that only its agent reports proves nothing. It can still be the opposite of what its agent says. */
const onItsWord = ({ mark, why, deed }: ClaimVerdict): ClaimVerdict => ({
  mark: mark === 'seen' || mark === 'stale' ? 'said' : mark,
  why: `${why}, as it reports itself`,
  ...(deed && { deed }),
})

/** The marks to look at first. */
const ranks: Readonly<Record<Mark, number>> = { seen: 0, said: 1, stale: 2, not_seen: 3, contradicted: 4 }
