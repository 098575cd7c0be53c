/** What `npm run schema` writes of the alert rules for the Prometheus operator. */

/** The rules of Prometheus become the `spec`. */
const head = `# \`npm run schema\` writes it: deploy/prometheus/rules.yml, for the Prometheus operator.
apiVersion: monitoring.coreos.com/v1
kind: PrometheusRule
metadata:
  name: studiograph
spec:
`;

/**
 * @param rules the text of `deploy/prometheus/rules.yml`
 * @returns the text of `deploy/kubernetes/monitoring/prometheus-rule.yaml`
 */
export const printPrometheusRule = (rules: string): string =>
  `${head}${rules.replaceAll(/^(?=.)/gm, '  ')}`;
