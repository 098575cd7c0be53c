/** Types of the part of `oidc-provider` that the gateway uses: the package has none. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http';

  /** What a client says of itself (RFC 7591). */
  interface ClientMetadata {
    application_type?: string;
    client_secret?: string;
    client_secret_expires_at?: number;
    scope?: string;
    sector_identifier_uri?: string;
    jwks_uri?: string;
    id_token_signed_response_alg?: string;
    readonly redirect_uris?: unknown;
    readonly [name: string]: unknown;
  }

  interface OAuthClient {
    readonly clientId: string;
    readonly clientName?: string | undefined;
    /** Whether its metadata come from the URL that is its id. */
    readonly clientIdMetadataDocument?: true;
    grantTypeAllowed(type: string): boolean;
  }

  interface OAuthContext {
    readonly res: ServerResponse;
    /** Whether the library sends the answer. */
    respond: boolean;
    readonly response: { get(name: string): string };
    status: number;
    set(name: string, value: string): void;
    remove(name: string): void;
    readonly oidc: {
      readonly client: OAuthClient;
      readonly grant: { readonly jti: string };
      readonly entities?: { readonly RotatedRefreshToken?: { readonly jti: string } };
    };
  }

  /** What is stored of an entity. */
  interface StoredPayload {
    readonly grantId?: string;
    readonly consumed?: number | undefined;
    readonly [name: string]: unknown;
  }

  interface StoreAdapter {
    upsert(id: string, payload: StoredPayload, expiresIn?: number): Promise<void>;
    find(id: string): Promise<StoredPayload | undefined>;
    findByUid(uid: string): Promise<undefined>;
    findByUserCode(code: string): Promise<undefined>;
    consume(id: string): Promise<void>;
    destroy(id: string): Promise<void>;
    revokeByGrantId(grantId: string): Promise<void>;
  }

  interface OAuthGrant {
    addResourceScope(resource: string, scopes: string): void;
    rejectResourceScope(resource: string, scopes: string): void;
    save(): Promise<string>;
  }

  /** An authorization request that waits for the user. */
  interface Interaction {
    readonly uid: string;
    readonly params: Readonly<Record<string, unknown>>;
  }

  interface ErrorAnswer {
    readonly error: string;
    readonly error_description?: string;
  }

  class Provider {
    constructor(issuer: string, configuration: object);
    /** That of the request which is answered. */
    static readonly ctx: OAuthContext | undefined;
    silent: boolean;
    readonly request: object;
    readonly AccessToken: { readonly prototype: { generateTokenId: (this: object) => string } };
    readonly RefreshToken: {
      readonly prototype: { generateTokenId: (this: { readonly grantId: string }) => string };
    };
    readonly OIDCContext: {
      readonly prototype: { urlFor(name: string, options?: object): string };
    };
    readonly Client: { find(id: string): Promise<OAuthClient | undefined> };
    readonly Grant: new (parts: {
      readonly accountId: string;
      readonly clientId: string;
    }) => OAuthGrant;

    urlFor(name: string, options?: object): string;

    callback(): (req: IncomingMessage, res: ServerResponse) => Promise<void>;
    use(run: (ctx: OAuthContext, next: () => Promise<void>) => Promise<void>): this;
    on(event: string, listener: (ctx: OAuthContext, error: Error) => void): this;
    interactionDetails(req: IncomingMessage, res: ServerResponse): Promise<Interaction>;
    interactionFinished(req: IncomingMessage, res: ServerResponse, result: object): Promise<void>;
  }

  const errors: Readonly<
    Record<
      | 'InvalidClientMetadata'
      | 'InvalidGrant'
      | 'InvalidRequest'
      | 'InvalidTarget'
      | 'SessionNotFound',
      new (
        description?: string,
      ) => Error
    >
  >;
}
