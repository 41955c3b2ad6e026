import type { Output } from '@convene/protocol'
import { useState } from 'react'
import { useClient } from '../../connection/client.ts'

/** The result of checking a key: it works, its provider refused it, or it could not be stored. */
export type KeyTrial =
  | { readonly state: 'connected'; readonly test: Output<'testKey'> }
  | { readonly state: 'refused' | 'unsaved'; readonly why: string }

type KeyEvents = {
  readonly onChange: () => void
  /** With how many models the provider answered. */
  readonly onTested: (models: number, test: Output<'testKey'>) => void
}

/** Checks an entered key with one short call, then stores it. A key that does not work is not stored automatically. */
export function useKey(known: { readonly variable: string }, on: KeyEvents) {
  const client = useClient()
  const [value, setValue] = useState('')
  const [isTesting, setTesting] = useState(false)
  const [outcome, setOutcome] = useState<KeyTrial | null>(null)
  // A pasted key is tested before the page has drawn which provider it belongs to.
  const [tried, setTried] = useState(known.variable)
  const save = async (variable: string, key: string, next: KeyTrial | null, where?: 'file') => {
    const saved = await client.saveKey({ variable, value: key, ...(where && { in: where }) })
    setOutcome(saved.ok ? next : { state: 'unsaved', why: saved.refusal.message })
    if (!saved.ok) return
    setValue('')
    on.onChange()
  }
  const connect = async (key: string, variable: string) => {
    setTried(variable)
    setTesting(true)
    setOutcome(null)
    const tested = await client.testKey({ variable, value: key })
    if (tested.ok) {
      on.onTested(tested.value.models.length, tested.value)
      await save(variable, key, { state: 'connected', test: tested.value })
    } else setOutcome({ state: 'refused', why: tested.refusal.message })
    setTesting(false)
  }
  return {
    value,
    setValue,
    isTesting,
    outcome,
    connect: (key: string, variable = known.variable) => void connect(key.trim(), variable),
    saveAnyway: (where?: 'file') => void save(tried, value, null, where),
    forget: () => setOutcome(null),
  }
}
