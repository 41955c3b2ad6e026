import { useState } from 'react'
import { useCall } from '../../connection/use-call.ts'
import { Button } from '../../ui/button.tsx'
import { Section } from '../../ui/screen.tsx'
import { neutral } from '../../ui/text/neutral.ts'

const PAGE = 20

type Names = ReadonlyMap<string, string>

/** Who changed what about people, tokens and budgets. */
export function AuditList({ names }: { readonly names: Names }) {
  const [limit, setLimit] = useState(PAGE)
  const { value } = useCall((client) => client.audit({ limit }), String(limit))
  return (
    <Section title="Audit" hint="Who changed people, roles, tokens and budgets. Entries cannot be changed or removed.">
      <ul aria-label="Audit" className="flex flex-col divide-y divide-line rounded-md border border-line bg-surface">
        {value?.items.map(({ id, at, by, action, target, details }) => (
          <li key={id} className="flex flex-wrap items-baseline gap-x-3 px-4 py-2 text-sm">
            <time dateTime={at} className="numeric w-32 shrink-0 text-muted">
              {whenText(at)}
            </time>
            <span className="font-medium wrap-anywhere">{neutral(by.name)}</span>
            <span>{wordsOf(action)}</span>
            <span className="min-w-0 text-muted wrap-anywhere">{neutral(withNames(names, target, details))}</span>
          </li>
        ))}
      </ul>
      {value?.next && limit < 200 && (
        <Button small onClick={() => setLimit(200)}>
          Show more
        </Button>
      )}
    </Section>
  )
}

/** Replaces people's ids with their names. The name of the affected person comes first. */
function withNames(names: Names, target: string, details: string): string {
  const text = details.replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gu, (id) => names.get(id) ?? id)
  const about = names.get(target)
  return about === undefined || text.includes(about) ? text : `${about}: ${text}`
}

const whenText = (at: string): string =>
  new Date(at).toLocaleString('en-GB', { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' })

/** `token.created` as `token created`. */
const wordsOf = (action: string): string => neutral(action).replaceAll(/[._]/gu, ' ')
