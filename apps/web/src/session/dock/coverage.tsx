import { type Ask, costText, tokensText } from '@convene/domain'
import { oneLine } from '../../ui/text/neutral.ts'
import { useView } from '../view/use-session.ts'

/** What else allowing it for the session or always would cover. Empty if the user has edited the pattern. */
export function Coverage({ ask, pattern }: { readonly ask: Ask; readonly pattern: string }) {
  const also = pattern === ask.proposed ? (ask.also ?? []) : []
  if (also.length === 0) return null
  return (
    <p className="text-sm text-muted wrap-anywhere">
      Allowing for this session or always covers{' '}
      {[pattern, ...also].map((each, index) => (
        <span key={each}>
          {index > 0 && (index === also.length ? ' and ' : ', ')}
          <code className="font-mono text-ink">{oneLine(each)}</code>
        </span>
      ))}
      .
    </p>
  )
}

/** What the run has cost so far. */
export function SpentSoFar() {
  const spent = useView(({ session }) => session.run?.spent)
  if (!spent || spent.calls === 0) return null
  const tokens = tokensText(spent.input + spent.output)
  return (
    <span className="numeric ml-auto font-normal">
      So far {spent.unpriced === 0 ? `${costText(spent)}, ` : ''}
      {tokens} tokens
    </span>
  )
}
