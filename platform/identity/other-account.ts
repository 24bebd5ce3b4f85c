import type { interactionPolicy, KoaContextWithOIDC } from 'oidc-provider'
import { mountPath } from './embedded.ts'
import { basePolicy, Check } from './library.ts'
import type { OtherAccount } from './pages/sign-in-pages.ts'
import type { SignInAccounts } from './sign-in-accounts.ts'

/**
 * When to ask for a sign-in: also if the app names the user that it had (`login_hint`), and another one has signed in
 * in this browser since. The app must not go on as the other one before somebody has agreed.
 */
export function createPolicy(
  signInAccounts: Pick<SignInAccounts, 'find'>,
): interactionPolicy.DefaultPolicy {
  async function findOther({ oidc: { params, result, session } }: KoaContextWithOIDC) {
    const hint = params?.login_hint
    if (!hint || result?.login || !session?.accountId) return undefined
    const found = await signInAccounts.find(session.accountId)
    return found?.username === hint ? undefined : found?.username
  }
  const policy = basePolicy()
  const check = new Check(
    'other_account',
    'another account is signed in',
    async ctx => (await findOther(ctx)) !== undefined,
    async ctx => ({ other: await findOther(ctx) }),
  )
  policy.get('login')?.checks.add(check)
  return policy
}

/** @param params of the app's request */
export function otherAccountIn(
  details: Readonly<Record<string, unknown>>,
  params: Readonly<Record<string, unknown>>,
): OtherAccount | undefined {
  if (typeof details.other !== 'string') return undefined
  const { login_hint: _, ...others } = params
  const query = new URLSearchParams(others as Record<string, string>)
  return { username: details.other, address: `${mountPath}/auth?${query}` }
}
