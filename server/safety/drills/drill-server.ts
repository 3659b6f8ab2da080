import { ApiClient } from '../../testing/outside/api-client.ts';
import { BuiltServer } from '../../testing/outside/built-server.ts';

interface Account {
  email: string;
  password: string;
}

/** A built server without limits, to be killed and restarted on one data folder. */
export class DrillServer extends BuiltServer {
  constructor(environment: Record<string, string>, program?: string) {
    super({ LIMITS: 'off', LOG_LEVEL: 'silent', ...environment }, program ? { parameters: [program] } : {});
  }

  /** The demo accounts printed at the start; the first may write on buildings. */
  get accounts(): Account[] {
    return [...this.output.matchAll(/account {3}(\S+) {2}(\S+)/g)].map(([, email = '', password = '']) => ({
      email,
      password,
    }));
  }

  /** Returns a client signed in with a demo account. */
  async signIn(account: Account | undefined): Promise<ApiClient> {
    const client = new ApiClient(this.origin);
    await client.ask('POST /api/session', {
      body: { email: account?.email ?? '', password: account?.password ?? '' },
    });
    return client;
  }

  /** Returns the status of a sign-in. */
  async trySignIn({ email = '', password = '' }: Partial<Account> = {}): Promise<number> {
    return (await new ApiClient(this.origin).call('POST /api/session', { body: { email, password } })).status;
  }

  async withdraw(account: Account | undefined): Promise<void> {
    const body = { password: account?.password ?? '' };
    await (await this.signIn(account)).ask('POST /api/profile/withdrawal', { body });
  }
}
