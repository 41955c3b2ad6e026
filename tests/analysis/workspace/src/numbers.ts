// 30
export function factorial(n: number): number {
  if (n === 0) return 1
  return n * factorial(n - 1)
}

export function countdown(n: number): number[] {
  if (n <= 0) return []
  return [n, ...countdown(n - 1)]
}
