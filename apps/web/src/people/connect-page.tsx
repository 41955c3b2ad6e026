import { Laptop } from 'lucide-react'
import { useState } from 'react'
import { useClient } from '../connection/client.ts'
import { Button, LinkButton } from '../ui/button.tsx'
import { EmptyPage } from '../ui/empty.tsx'
import { Notice } from '../ui/notice.tsx'
import { Screen } from '../ui/screen.tsx'
import { neutral } from '../ui/text/neutral.ts'
import { useMe } from './me.ts'

/** `8F3A-01BC`, as the terminal shows it. */
const codeOf = (hash: string): string => `${hash.slice(0, 4)}-${hash.slice(4, 8)}`.toUpperCase()

type Asked = { readonly hash: string; readonly name: string }

/** Confirms `convene login`: a terminal made a token, and sent its hash along with the link to this page. */
export function ConnectPage({ hash, name }: Asked) {
  const me = useMe()
  if (!me || me.operator || !/^[0-9a-f]{64}$/u.test(hash))
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
      <Confirm hash={hash} name={name} />
    </Screen>
  )
}

function Confirm({ hash, name }: Asked) {
  const me = useMe()
  const client = useClient()
  const [state, setState] = useState<'asked' | 'sending' | 'done' | { readonly refused: string }>('asked')
  const confirm = async () => {
    setState('sending')
    const made = await client.connect({ name, hash })
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
    <div className="flex flex-col items-start gap-4">
      <p>
        A program on <b>{neutral(name)}</b> wants to use Convene as <b>{neutral(me?.person.name ?? '')}</b>, in the
        space <b>{neutral(me?.space.name ?? '')}</b>. Its terminal shows this code:
      </p>
      <p className="rounded-md border border-line bg-surface px-6 py-3 font-mono text-xl tracking-widest">
        {codeOf(hash)}
      </p>
      <Notice tone="warning" title="Only continue if you started this yourself">
        Otherwise the sender of this link could use Convene as you. Compare the code with the one in your own terminal.
      </Notice>
      {typeof state === 'object' && (
        <Notice tone="bad" title="Not logged in">
          {state.refused}
        </Notice>
      )}
      <div className="flex gap-2">
        <Button tone="primary" disabled={state === 'sending'} onClick={() => void confirm()}>
          Log in
        </Button>
        <LinkButton href="/">Cancel</LinkButton>
      </div>
    </div>
  )
}
