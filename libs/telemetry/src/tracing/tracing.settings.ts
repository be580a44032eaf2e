import { IsHttpUrl, IsShare, IsText, onlyWith, Setting } from '@open-banking/config';
import { IsOptional } from '@open-banking/config/class-validator';

/** Where traces go and how many are recorded, under the names that OpenTelemetry gives them. The gateway has the same settings. */
export class TracingSettings {
  @Setting(
    'Base URL of the receiver of traces (OTLP/HTTP, JSON); spans are sent to `/v1/traces` below it. Without it nothing is recorded ' +
      '(docs/traces.md).',
  )
  @IsOptional()
  @IsHttpUrl()
  readonly otelExporterOtlpEndpoint?: string;

  @Setting(
    'Headers that the receiver asks for: `name=value` pairs separated by commas, with percent-encoded values.',
    onlyWith('OTEL_EXPORTER_OTLP_ENDPOINT'),
  )
  @IsOptional()
  @IsText()
  readonly otelExporterOtlpHeaders?: string;

  @Setting(
    'Part of the requests, jobs and recurring work that are recorded, if they do not continue a trace. A request with `traceparent` ' +
      'is recorded if its caller records it.',
    onlyWith('OTEL_EXPORTER_OTLP_ENDPOINT'),
  )
  @IsShare()
  readonly otelTracesSamplerArg: number = 0.01;
}
