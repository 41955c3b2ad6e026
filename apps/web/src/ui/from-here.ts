import { navigate } from 'wouter/use-hash-location'

/**
 * Call it when an action begins. What it returns opens the page that the action leads to, unless the user has gone
 * elsewhere by then: nobody is brought back from a page they chose.
 */
export function fromHere(): (to: string) => void {
  const here = location.hash
  return (to) => {
    if (location.hash === here) navigate(to)
  }
}
