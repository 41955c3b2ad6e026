import { navigate } from 'wouter/use-hash-location'

/**
 * Call this when an action begins. The returned function opens the page the action leads to, unless the user has
 * navigated elsewhere by then.
 */
export function fromHere(): (to: string) => void {
  const here = location.hash
  return (to) => {
    if (location.hash === here) navigate(to)
  }
}
