import type { TokenView } from '@convene/protocol'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { useClient, valueOrToast } from '../../connection/client.ts'
import { useCall } from '../../connection/use-call.ts'
import { Button } from '../../ui/button.tsx'
import { Check } from '../../ui/check.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Section } from '../../ui/screen.tsx'
import { neutral } from '../../ui/text/neutral.ts'
import { shortAgoText } from '../../ui/text/times.ts'
import { toast } from '../../ui/toast.tsx'

/** The user's tokens for the command line and scripts. */
export function AccessTokens() {
  const client = useClient()
  const { value, again } = useCall((asked) => asked.tokens())
  const revoke = async ({ id, name }: TokenView) => {
    if (valueOrToast(await client.revokeToken({ id }), 'The token still works.') === null) return
    toast('plain', `Revoked ${neutral(name)}`)
    again()
  }
  return (
    <Section
      title="Access tokens"
      hint={
        <>
          Programs use them as you, in this space. In a terminal, <code>convene login</code> makes one by itself.
        </>
      }
    >
      <div className="rounded-md border border-line bg-surface">
        {value?.items.length === 0 && <Empty icon={KeyRound} title="No tokens yet" />}
        <ul aria-label="Access tokens" className="flex flex-col divide-y divide-line">
          {value?.items.map((token) => (
            <Row key={token.id} token={token} onRevoke={() => void revoke(token)} />
          ))}
        </ul>
        <NewToken onMade={again} />
      </div>
    </Section>
  )
}

function Row({ token, onRevoke }: { readonly token: TokenView; readonly onRevoke: () => void }) {
  const now = Date.now()
  const facts = [
    token.for === 'programs' && 'only asks teams',
    token.usedAt ? `used ${shortAgoText(Date.parse(token.usedAt), now)}` : 'never used',
    token.expiresAt && `expires ${dayText(token.expiresAt)}`,
  ]
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <span className="min-w-40 flex-1">
        <span className="block font-medium wrap-anywhere">{neutral(token.name)}</span>
        <span className="block text-sm text-muted">{facts.filter(Boolean).join(' · ')}</span>
      </span>
      <Button small tone="danger" aria-label={`Revoke ${token.name}`} onClick={onRevoke}>
        Revoke
      </Button>
    </li>
  )
}

const dayText = (at: string): string =>
  new Date(at).toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: 'numeric' })

function NewToken({ onMade }: { readonly onMade: () => void }) {
  const client = useClient()
  const [name, setName] = useState('')
  const [isLimited, setLimited] = useState(false)
  const [secret, setSecret] = useState<string | null>(null)
  const create = async () => {
    const wanted = { name: name.trim(), for: isLimited ? ('programs' as const) : ('everything' as const) }
    const made = valueOrToast(await client.createToken(wanted), 'No token was created.')
    if (!made) return
    setSecret(made.secret)
    setName('')
    onMade()
  }
  return (
    <Form onSubmit={() => name.trim() && void create()} className="flex flex-col gap-3 border-t border-line p-4">
      {secret && (
        <Notice tone="good" title="Copy the token now. It is not shown again.">
          <code className="font-mono text-ink select-all wrap-anywhere">{secret}</code>
        </Notice>
      )}
      <div className="flex flex-wrap items-end gap-2">
        <Field
          label="New token"
          value={name}
          maxLength={100}
          placeholder="What uses it, such as nightly review"
          onChange={(event) => setName(event.target.value)}
          className="min-w-48 flex-1"
        />
        <Button type="submit" disabled={!name.trim()}>
          Create token
        </Button>
      </div>
      <Check
        label="Only ask teams"
        hint="For agents and other programs, over MCP, A2A or the OpenAI API. It cannot approve anything."
        checked={isLimited}
        onChange={setLimited}
      />
    </Form>
  )
}
