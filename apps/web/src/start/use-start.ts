import { useState } from 'react'
import { useLocation } from 'wouter'
import { useClient, valueOrToast } from '../connection/client.ts'

type NewSession = Parameters<ReturnType<typeof useClient>['createSession']>[0]

/** Starts a session and goes there. */
export function useStart() {
  const client = useClient()
  const [, navigate] = useLocation()
  const [isStarting, setStarting] = useState(false)
  const begin = async (request: NewSession) => {
    setStarting(true)
    const made = valueOrToast(await client.createSession(request), 'Nothing was started. Your input is still here.')
    setStarting(false)
    if (made) navigate(`/session/${made.id}`)
  }
  return { start: (request: NewSession) => void begin(request), isStarting }
}
