import { Laptop } from 'lucide-react'
import { useState } from 'react'
import { useClient } from '../connection/client.ts'
import { Button, LinkButton } from '../ui/button.tsx'
import { EmptyPage } from '../ui/empty.tsx'
import { Field } from '../ui/field.tsx'
import { Form } from '../ui/form.tsx'
import { Notice } from '../ui/notice.tsx'
import { Screen } from '../ui/screen.tsx'
import { neutral } from '../ui/text/neutral.ts'
import { useMe } from './me.ts'

type ConnectRequest = { readonly hash: string; readonly ticket: string; readonly name: string }

/**
 * Confirms `convene login`: a terminal made a token and put its hash in the link to this page. The code has to be typed
 * in, so an attacker cannot get in by sending someone the link: the victim has no terminal that shows the code.
 */
export function ConnectPage(asked: ConnectRequest) {
  const me = useMe()
  if (!me || me.operator || !/^[0-9a-f]{64}$/u.test(asked.hash))
    return (
      <EmptyPage
        icon={Laptop}
        title="Nothing to confirm"
        text="Run convene login again, and open the link that it prints."
      >
        <LinkButton href="/">Go to start</LinkButton>
      </EmptyPage>
    )
  return (
    <Screen title="Log in from a terminal">
      <Confirm {...asked} />
    </Screen>
  )
}

function Confirm({ hash, ticket, name }: ConnectRequest) {
  const me = useMe()
  const client = useClient()
  const [code, setCode] = useState('')
  const [state, setState] = useState<'asked' | 'sending' | 'done' | { readonly refused: string }>('asked')
  const confirm = async () => {
    setState('sending')
    const made = await client.connect({ name, hash, ticket, code })
    setState(made.ok ? 'done' : { refused: made.refusal.message })
  }
  if (state === 'done')
    return (
      <Notice tone="good" title={`${neutral(name)} is logged in`}>
        You can close this page. The terminal continues by itself. To log it out, revoke its token in Settings, Access
        tokens.
      </Notice>
    )
  return (
    <Form onSubmit={() => code.trim() && void confirm()} className="flex flex-col items-start gap-4">
      <p>
        A program on <b>{neutral(name)}</b> wants to use Convene as <b>{neutral(me?.person.name ?? '')}</b>, in the
        space <b>{neutral(me?.space.name ?? '')}</b>.
      </p>
      <Field
        label="Code"
        hint="Your terminal shows it, such as 8F3A-01BC."
        value={code}
        maxLength={20}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => setCode(event.target.value)}
        className="font-mono"
      />
      <Notice tone="warning" title="Only continue if you started this yourself">
        Otherwise the sender of this link could use Convene as you. Never enter a code that somebody sent you.
      </Notice>
      {typeof state === 'object' && (
        <Notice tone="bad" title="Not logged in">
          {state.refused}
        </Notice>
      )}
      <div className="flex gap-2">
        <Button type="submit" tone="primary" disabled={state === 'sending' || !code.trim()}>
          Log in
        </Button>
        <LinkButton href="/">Cancel</LinkButton>
      </div>
    </Form>
  )
}
